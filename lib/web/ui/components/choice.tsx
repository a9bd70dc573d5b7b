/** A choice between a few options: cards with explanations or, where space is limited, a drop-down list. */
import type { VNode } from 'preact'
import { controlAria, FieldBlock, type FieldNotes, Label } from './field-block.tsx'

export interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

export interface ChoiceProps extends FieldNotes {
  readonly label: string
  readonly options: readonly Option[]
  readonly value?: string | undefined
}

/** The first option uses the group's `id`, so that an error summary can link to it. */
export function RadioCards({ label, options, value, ...notes }: ChoiceProps): VNode {
  const { id, name = id } = notes
  return (
    <FieldBlock {...notes} group label={<legend class="sso-label">{label}</legend>}>
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
    </FieldBlock>
  )
}

export function Select({ label, options, value, ...notes }: ChoiceProps): VNode {
  const { id, name = id } = notes
  return (
    <FieldBlock {...notes} label={<Label of={id}>{label}</Label>}>
      <div class="sso-select">
        <select class="sso-input" id={id} name={name} {...controlAria(notes)}>
          {options.map((option) => (
            <option value={option.value} selected={option.value === value}>
              {option.label}
            </option>
          ))}
        </select>
      </div>
    </FieldBlock>
  )
}
