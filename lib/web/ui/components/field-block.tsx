/** The block around a form control. Connects the label, hint, and errors to the control for assistive technology. */
import type { AriaAttributes, ComponentChildren, VNode } from 'preact'
import { Icon } from './icon.tsx'

export interface FieldNotes {
  readonly id: string
  /** Name in the form data; defaults to the ID. */
  readonly name?: string
  readonly hint?: ComponentChildren
  /** The error, or a list of errors if the value has several lines, each of which can have one. */
  readonly error?: string | readonly ComponentChildren[] | undefined
  /** Whether the value is invalid only in combination with other fields, so that only the summary shows the message. */
  readonly wrong?: boolean | undefined
}

export interface FieldBlockProps extends FieldNotes {
  readonly label: VNode
  /** Groups several controls under one legend. */
  readonly group?: boolean
  readonly children: ComponentChildren
}

export function FieldBlock({ label, group = false, children, ...notes }: FieldBlockProps): VNode {
  const { id, hint, error } = notes
  const Frame = group ? 'fieldset' : 'div'
  return (
    <Frame
      class={isWrong(notes) || notes.wrong === true ? 'sso-field sso-field-wrong' : 'sso-field'}
      {...(group ? describedBy(notes) : {})}
    >
      {label}
      <Hint id={id} text={hint} />
      {children}
      {typeof error === 'string' ? (
        <p class="sso-field-error" id={`${id}-error`}>
          <Icon name="alert" />
          {error}
        </p>
      ) : null}
      {typeof error === 'object' && error.length > 0 ? (
        <ul class="sso-field-errors" id={`${id}-error`}>
          {error.map((text) => (
            <li class="sso-field-error">
              <Icon name="alert" />
              <span>{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </Frame>
  )
}

export function Label({ of, children }: { of: string; children: ComponentChildren }): VNode {
  return (
    <label class="sso-label" for={of}>
      {children}
    </label>
  )
}

export function Hint({ id, text }: { id: string; text: ComponentChildren }): VNode | null {
  return text === undefined ? null : (
    <p class="sso-hint" id={`${id}-hint`}>
      {text}
    </p>
  )
}

/** Attributes for the control itself. */
export function controlAria(notes: FieldNotes): AriaAttributes {
  return { ...describedBy(notes), ...(isWrong(notes) || notes.wrong === true ? { 'aria-invalid': true } : {}) }
}

function describedBy(notes: FieldNotes): AriaAttributes {
  const { id, hint } = notes
  const parts = [hint === undefined ? '' : `${id}-hint`, isWrong(notes) ? `${id}-error` : ''].filter(Boolean)
  return parts.length === 0 ? {} : { 'aria-describedby': parts.join(' ') }
}

const isWrong = ({ error = [] }: FieldNotes): boolean => error.length > 0
