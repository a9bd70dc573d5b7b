/** A field for several lines of machine-readable text, such as one URL per line. */
import type { VNode } from 'preact'
import { controlAria, FieldBlock, type FieldNotes, Label } from './field-block.tsx'

export interface TextAreaProps extends FieldNotes {
  readonly label: string
  readonly value: string
  readonly rows: number
}

export function TextArea({ label, value, rows, ...notes }: TextAreaProps): VNode {
  const { id, name = id } = notes
  return (
    <FieldBlock {...notes} label={<Label of={id}>{label}</Label>}>
      <textarea
        class="sso-input sso-code"
        id={id}
        name={name}
        rows={rows}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="none"
        dir="ltr"
        {...controlAria(notes)}
      >
        {value}
      </textarea>
    </FieldBlock>
  )
}
