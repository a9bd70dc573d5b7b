/** Several lines, such as one address a line, with label, hint and errors joined as for a `Field`. */
import type { ComponentChildren, VNode } from 'preact'
import { Icon } from './icon.tsx'

export interface TextAreaProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly errors?: readonly ComponentChildren[]
  readonly value: string
  readonly rows: number
  readonly dir?: 'ltr'
}

export function TextArea({ id, name, label, hint, errors = [], value, rows, dir }: TextAreaProps): VNode {
  const described = [hint === undefined ? '' : `${id}-hint`, errors.length === 0 ? '' : `${id}-error`]
    .filter(Boolean)
    .join(' ')
  return (
    <div class={errors.length === 0 ? 'sso-field' : 'sso-field sso-field-wrong'}>
      <label class="sso-label" for={id}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p class="sso-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {errors.length === 0 ? null : (
        <ul class="sso-field-errors" id={`${id}-error`}>
          {errors.map((error) => (
            <li class="sso-field-error">
              <Icon name="alert" />
              <span>{error}</span>
            </li>
          ))}
        </ul>
      )}
      <textarea
        class="sso-input sso-code"
        id={id}
        name={name}
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="none"
        {...(dir === undefined ? {} : { dir })}
        {...(described === '' ? {} : { 'aria-describedby': described })}
        {...(errors.length === 0 ? {} : { 'aria-invalid': true })}
      >
        {value}
      </textarea>
    </div>
  )
}
