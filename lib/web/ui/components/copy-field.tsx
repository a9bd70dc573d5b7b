/** A value to copy: read-only and selectable, with a copy button if scripts are enabled. */
import type { HasView, VNode } from '../view.ts'
import { FieldBlock, Label } from './field-block.tsx'
import { Icon } from './icon.tsx'

export interface CopyFieldProps {
  readonly id: string
  readonly label: string
  readonly value: string
  /** Number of lines, for multi-line values such as a block of environment variables. */
  readonly rows?: number
  /** Whether the value is prose. If so, its text direction depends on its language. */
  readonly prose?: boolean
}

export function CopyField({ id, label, value, rows, prose = false }: CopyFieldProps, { view: { t } }: HasView): VNode {
  return (
    <FieldBlock id={id} label={<Label of={id}>{label}</Label>}>
      <div class={rows === undefined ? 'sso-copy' : 'sso-copy sso-copy-block'}>
        {rows === undefined ? (
          <input
            class="sso-input sso-code"
            id={id}
            value={value}
            readOnly
            dir="ltr"
            spellcheck={false}
            data-sso-select
          />
        ) : (
          <textarea
            class={prose ? 'sso-input' : 'sso-input sso-code'}
            id={id}
            rows={rows}
            readOnly
            dir={prose ? 'auto' : 'ltr'}
            spellcheck={false}
            data-sso-select
          >
            {value}
          </textarea>
        )}
        <button
          type="button"
          class="sso-copy-button"
          data-sso-scripted
          aria-label={t.common.copyOf({ label })}
          data-sso-copy={id}
          data-copied={t.common.copied}
        >
          <Icon name="copy" />
          <span>{t.common.copy}</span>
        </button>
        <span class="sso-hidden" role="status" />
      </div>
    </FieldBlock>
  )
}

/** New recovery codes, which are shown only once. */
export function CodesOnce(
  { codes }: { readonly codes: readonly string[] | undefined },
  { view }: HasView,
): VNode | null {
  const t = view.t.factors.security.codes
  return codes === undefined ? null : (
    <div class="sso-once" data-sso-once={t.leaving}>
      <div class="sso-codes">
        <CopyField id="recovery-codes" label={t.label} value={codes.join('\n')} rows={codes.length} />
      </div>
      <p class="sso-strong">{t.warning}</p>
    </div>
  )
}
