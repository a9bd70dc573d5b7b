/** One input with its visible label. Paste is never blocked. */
import type { ComponentChildren, InputHTMLAttributes, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { controlAria, FieldBlock, type FieldNotes, Hint, Label } from './field-block.tsx'

export interface FieldProps extends FieldNotes {
  readonly name: string
  readonly label: ComponentChildren
  readonly input: InputHTMLAttributes<HTMLInputElement>
  /** Shown on the label's line, at its end. */
  readonly aside?: ComponentChildren
}

/** Of an input for names and codes, which browsers leave as they are typed. */
export const VERBATIM = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const

export function Field({ name, label, input, aside, view, ...notes }: FieldProps & Viewed): VNode {
  const { id } = notes
  const line = (
    <div class="sso-label-line">
      <Label of={id}>{label}</Label>
      {aside}
    </div>
  )
  const control = <input class="sso-input" id={id} name={name} {...controlAria(notes)} {...input} />
  return (
    <FieldBlock {...notes} label={line}>
      {input.type === 'password' ? (
        <div class="sso-reveal">
          {control}
          <Reveal of={id} view={view} />
        </div>
      ) : (
        control
      )}
    </FieldBlock>
  )
}

function Reveal({ of, view: { t } }: { of: string } & Viewed): VNode {
  return (
    <button
      type="button"
      class="sso-reveal-button"
      hidden
      aria-controls={of}
      aria-label={t.common.showPassword}
      data-sso-reveal
      data-show={t.common.show}
      data-hide={t.common.hide}
      data-show-label={t.common.showPassword}
      data-hide-label={t.common.hidePassword}
    >
      {t.common.show}
    </button>
  )
}

export interface CheckboxProps extends Omit<FieldNotes, 'error'> {
  readonly name: string
  readonly label: string
  readonly checked?: boolean | undefined
}

export function Checkbox({ id, name, label, checked = false, hint }: CheckboxProps): VNode {
  return (
    <div class="sso-check">
      <input type="checkbox" id={id} name={name} value="on" checked={checked} {...controlAria({ id, hint })} />
      <label for={id}>{label}</label>
      <Hint id={id} text={hint} />
    </div>
  )
}
