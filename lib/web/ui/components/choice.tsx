/** One of a few: as cards that explain themselves, or as a drop-down list where space is short. */
import type { VNode } from 'preact'
import { Icon } from './icon.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

export interface ChoiceProps {
  readonly id: string
  readonly name: string
  readonly label: string
  readonly options: readonly Option[]
  readonly value?: string | undefined
  readonly hint?: string | undefined
  readonly error?: string | undefined
}

/** The first option carries the group's own `id`, so that an error summary can lead there. */
export function RadioCards({ id, name, label, options, value, hint, error }: ChoiceProps): VNode {
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset
      class={error === undefined ? 'sso-field' : 'sso-field sso-field-wrong'}
      {...(described ? { 'aria-describedby': described } : {})}
    >
      <legend class="sso-label">{label}</legend>
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
      <div class="sso-cards">
        {options.map((option, index) => (
          <label class="sso-radio-card">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              checked={option.value === value}
            />
            <span>
              {option.label}
              {option.hint === undefined ? null : <span class="sso-hint">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export function Select({ id, name, label, options, value, hint }: Omit<ChoiceProps, 'error'>): VNode {
  return (
    <div class="sso-field">
      <label class="sso-label" for={id}>
        {label}
      </label>
      {hint === undefined ? null : (
        <p class="sso-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <select
        class="sso-input"
        id={id}
        name={name}
        {...(hint === undefined ? {} : { 'aria-describedby': `${id}-hint` })}
      >
        {options.map((option) => (
          <option value={option.value} selected={option.value === value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  )
}
