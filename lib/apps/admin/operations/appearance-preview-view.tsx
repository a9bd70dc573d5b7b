/** The preview of an appearance: a page, a scheme, a device, and a language to choose, and the page in a frame. */
import { Icon, type IconName } from '../../../web/ui/components/icon.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

export const SAMPLES = ['signIn', 'consent', 'error', 'email', 'portal'] as const
export type SampleName = (typeof SAMPLES)[number]

/** What the preview shows. */
export interface PreviewChoice {
  readonly sample: SampleName
  readonly scheme: 'light' | 'dark'
  readonly device: 'desktop' | 'phone'
  readonly language: string
}

export interface PreviewProps {
  readonly choice: PreviewChoice
  readonly languages: readonly { readonly code: string; readonly label: string }[]
  readonly previewHref: string
}

/** Submit buttons, so that the draft is not lost. */
function Choices<Name extends string>(props: {
  name: keyof PreviewChoice
  label: string
  current: Name
  options: readonly { readonly value: Name; readonly label: string; readonly icon?: IconName }[]
}): VNode {
  const { name, label, current, options } = props
  return (
    <div class="sso-brand-choices" role="group" aria-label={label}>
      {options.map(({ value, label: text, icon }) => (
        <button type="submit" name={name} value={value} aria-pressed={value === current} title={icon && text}>
          {icon === undefined ? text : <Icon name={icon} />}
          {icon === undefined ? null : <span class="sso-hidden">{text}</span>}
        </button>
      ))}
    </div>
  )
}

export function Preview({ choice, languages, previewHref }: PreviewProps, { view }: HasView): VNode {
  const t = view.t.appearance
  const { sample, scheme, device, language } = choice
  return (
    <section class="sso-section sso-brand-preview" aria-label={t.preview}>
      <div class="sso-row">
        <Choices
          name="sample"
          label={t.page}
          current={sample}
          options={SAMPLES.map((value) => ({ value, label: t.samples[value] }))}
        />
        <Choices
          name="scheme"
          label={t.mode}
          current={scheme}
          options={[
            { value: 'light', label: t.light, icon: 'sun' },
            { value: 'dark', label: t.dark, icon: 'moon' },
          ]}
        />
        <Choices
          name="device"
          label={t.device}
          current={device}
          options={[
            { value: 'desktop', label: t.desktop, icon: 'device' },
            { value: 'phone', label: t.phone, icon: 'phone' },
          ]}
        />
        <div class="sso-select sso-brand-language">
          <select class="sso-input" name="language" aria-label={t.language}>
            {languages.map(({ code, label }) => (
              <option value={code} selected={code === language}>
                {label}
              </option>
            ))}
          </select>
        </div>
      </div>
      {Object.entries(choice).map(([name, value]) =>
        name === 'language' ? null : <input type="hidden" name={`now_${name}`} value={value} />,
      )}
      <div class={`sso-brand-frame sso-brand-${device}`}>
        <iframe src={previewHref} title={t.samples[sample]} sandbox="" tabIndex={-1} />
      </div>
    </section>
  )
}
