/** How pages look: fields on the left, and on the right a preview of the draft. Every button of the page saves it. */
import type { Appearance as Look } from '../../../domain/management/appearances.ts'
import { Select } from '../../../web/ui/components/choice.tsx'
import { FieldBlock, Label } from '../../../web/ui/components/field-block.tsx'
import {
  Button,
  Checkbox,
  ErrorSummary,
  Form,
  type FormIssue,
  type FormTarget,
} from '../../../web/ui/components/form.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { Preview, type PreviewProps } from './appearance-preview-view.tsx'
import { CustomCss } from './custom-css-view.tsx'

export const LAYOUTS = ['card', 'split', 'picture'] as const
export const PICTURES = ['logo', 'logoDark', 'background'] as const

export interface AppearanceProps extends Framed, PreviewProps {
  readonly form: FormTarget
  /** The app whose pages this is about; undefined for all pages. */
  readonly app: { readonly id: string; readonly name: string } | undefined
  readonly apps: readonly { readonly id: string; readonly name: string }[]
  /** What is in force with the draft. */
  readonly look: Look & { readonly accent: string; readonly accentDark: string; readonly css: string }
  /** Whether the dark accent follows from the accent. */
  readonly derivesDark: boolean
  /** Contrast of the accents with the background, such as `8.1 : 1`. */
  readonly contrast: { readonly light: string; readonly dark: string }
  /** Set by the configuration. */
  readonly locked: readonly (keyof Look)[]
  readonly fonts: readonly string[]
  readonly issues: readonly FormIssue[]
  readonly isDraft: boolean
  readonly published: { readonly at: Date; readonly by: string; readonly canRestore: boolean } | undefined
}

export function Appearance(props: AppearanceProps, { view }: HasView): VNode {
  const { frame, form, app, apps, issues, isDraft, published } = props
  const t = view.t.appearance
  const name = <bdi>{published?.by}</bdi>
  return (
    <AdminPage
      section="appearance"
      wide
      title={t.title}
      lead={t.lead}
      wrong={issues.length > 0}
      actions={<Acts {...props} />}
    >
      <ErrorSummary issues={issues} />
      <form class="sso-brand-app" method="get" action={`${frame.root}/appearance`}>
        <Select
          id="app"
          label={t.appliesTo}
          value={app?.id ?? ''}
          options={[{ value: '', label: t.allApps }, ...apps.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <Button look="secondary">{t.show}</Button>
        <p class="sso-hint sso-brand-state">
          {isDraft ? `${t.unpublished} ` : ''}
          {published === undefined ? '' : rich(t.published, { when: <DateTime at={published.at} />, name })}
        </p>
      </form>
      <Form target={form} id="look" class="sso-brand-form" encType="multipart/form-data">
        <section class="sso-section" aria-label={t.title}>
          <Fields {...props} />
        </section>
        <Preview {...props} />
      </Form>
    </AdminPage>
  )
}

/** Buttons of the form below. Enter in a field presses the first one. */
function Acts({ form, isDraft, published }: AppearanceProps, { view }: HasView): VNode {
  const t = view.t.appearance
  const act = (value: string, label: string, look = 'plain'): VNode => (
    <button type="submit" form="look" class={`sso-button sso-button-${look}`} name="act" value={value}>
      {label}
    </button>
  )
  return (
    <div class="sso-row sso-brand-acts">
      {act('preview', t.preview, 'secondary')}
      {published?.canRestore ? act('restore', t.restore) : null}
      {isDraft ? act('discard', t.discard, 'secondary') : null}
      <button type="submit" form="look" class="sso-button sso-button-primary" formAction={`${form.action}/publish`}>
        {t.publish}
      </button>
    </div>
  )
}

function Fields(props: AppearanceProps, { view }: HasView): VNode {
  const { look, locked, fonts, contrast, derivesDark } = props
  const t = view.t.appearance
  const isFree = (key: (typeof locked)[number]): boolean => !locked.includes(key)
  return (
    <>
      {locked.length === 0 ? null : (
        <Banner tone="info">
          {t.locked({ names: locked.map((key) => (key === 'css' ? 'CSS' : t[key])).join(', ') })}
        </Banner>
      )}
      <div class="sso-brand-pair">
        {isFree('logo') ? <PictureField of="logo" {...props} /> : null}
        {isFree('logoDark') ? <PictureField of="logoDark" {...props} /> : null}
      </div>
      <p class="sso-hint" id="picture-hint">
        {t.pictureHint}
      </p>
      {isFree('logoHasName') ? <Checkbox id="logoHasName" label={t.logoHasName} checked={look.logoHasName} /> : null}
      <div class="sso-brand-pair">
        {isFree('accent') ? <ColorField of="accent" {...props} /> : null}
        {isFree('accentDark') ? <ColorField of="accentDark" {...props} /> : null}
      </div>
      {derivesDark ? <input type="hidden" name="derivedDark" value={look.accentDark} /> : null}
      <p class="sso-hint sso-brand-contrast">{t.contrast(contrast)}</p>
      {isFree('layout') ? (
        <FieldBlock id="layout" group label={<legend class="sso-label">{t.layout}</legend>}>
          <div class="sso-brand-layouts">
            {LAYOUTS.map((layout) => (
              <label class={`sso-radio-card sso-brand-${layout}`}>
                <input type="radio" name="layout" value={layout} checked={(look.layout ?? 'card') === layout} />
                <span>{t.layouts[layout]}</span>
              </label>
            ))}
          </div>
        </FieldBlock>
      ) : null}
      {isFree('background') ? <PictureField of="background" {...props} /> : null}
      <div class="sso-brand-pair">
        {isFree('radius') ? (
          <Select
            id="radius"
            label={t.radius}
            value={look.radius ?? '0.5rem'}
            options={RADII.map((radius) => ({ value: radius, label: `${parseFloat(radius) * 16} px` }))}
          />
        ) : null}
        {isFree('font') ? (
          <Select
            id="font"
            label={t.font}
            value={look.font ?? 'system'}
            options={['system', ...fonts].map((font) => ({ value: font, label: font === 'system' ? t.system : font }))}
          />
        ) : null}
      </div>
      {isFree('css') ? <CustomCss css={look.css} {...props} /> : null}
    </>
  )
}

export const RADII: readonly string[] = ['0rem', '0.25rem', '0.5rem', '0.75rem', '1rem']

const issueOf = (issues: readonly FormIssue[], id: string): string | undefined => {
  const text = issues.find(({ field }) => field === id)?.text
  return typeof text === 'string' ? text : undefined
}

function ColorField({ of, look, issues }: AppearanceProps & { of: 'accent' | 'accentDark' }, { view }: HasView): VNode {
  return (
    <FieldBlock id={of} error={issueOf(issues, of)} label={<Label of={of}>{view.t.appearance[of]}</Label>}>
      <input class="sso-input sso-brand-color" type="color" id={of} name={of} value={look[of]} />
    </FieldBlock>
  )
}

function PictureField(
  { of, look, issues }: AppearanceProps & { of: (typeof PICTURES)[number] },
  { view }: HasView,
): VNode {
  const t = view.t.appearance
  const { [of]: picture } = look
  return (
    <FieldBlock id={of} error={issueOf(issues, of)} label={<Label of={of}>{t[of]}</Label>}>
      {picture === undefined ? null : (
        <div class={`sso-brand-shown sso-brand-on-${of}`}>
          <img src={view.picture(picture)} alt="" />
          <Checkbox id={`without_${of}`} label={t.remove} />
        </div>
      )}
      <input
        class="sso-input"
        type="file"
        id={of}
        name={of}
        accept=".svg,.png,.jpg,.jpeg"
        aria-describedby="picture-hint"
      />
    </FieldBlock>
  )
}
