/** One input with its visible label, hint and error, joined for assistive technology. Paste is never blocked. */
import type { AriaAttributes, ComponentChildren, InputHTMLAttributes, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Icon } from './icon.tsx'

export interface FieldProps {
  readonly id: string
  readonly name: string
  readonly label: ComponentChildren
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly input: InputHTMLAttributes<HTMLInputElement>
  /** Shown on the label's line, at its end. */
  readonly aside?: ComponentChildren
}

export function Field({ id, name, label, hint, error, input, aside, view }: FieldProps & Viewed): VNode {
  const secret = input.type === 'password'
  const control = <input class="sso-input" id={id} name={name} {...described(id, hint, error)} {...input} />
  return (
    <div class={error === undefined ? 'sso-field' : 'sso-field sso-field-wrong'}>
      <div class="sso-label-line">
        <label class="sso-label" for={id}>
          {label}
        </label>
        {aside}
      </div>
      {hint === undefined ? null : (
        <p class="sso-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error === undefined ? null : (
        <p class="sso-field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      )}
      {secret ? (
        <div class="sso-reveal">
          {control}
          <Reveal of={id} view={view} />
        </div>
      ) : (
        control
      )}
    </div>
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

export interface CheckboxProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly checked?: boolean | undefined
  readonly hint?: string | undefined
}

export function Checkbox({ id, name, label, checked = false, hint }: CheckboxProps): VNode {
  return (
    <div class="sso-check">
      <input type="checkbox" id={id} name={name} value="on" checked={checked} {...described(id, hint, undefined)} />
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <p class="sso-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  )
}

function described(id: string, hint: string | undefined, error: string | undefined): AriaAttributes {
  const parts = [hint === undefined ? '' : `${id}-hint`, error === undefined ? '' : `${id}-error`].filter(Boolean)
  return {
    ...(parts.length > 0 ? { 'aria-describedby': parts.join(' ') } : {}),
    ...(error === undefined ? {} : { 'aria-invalid': true }),
  }
}
