import type { ComponentChildren, InputHTMLAttributes, VNode } from 'preact'
import { type HasView, safeUrl } from '../view.ts'
import { controlAria, FieldBlock, type FieldNotes, Hint, Label } from './field-block.tsx'
import { Icon } from './icon.tsx'
import { Link } from './text.tsx'

/** Target of an HTML form that uses POST. The caller provides the URL and the hidden fields, such as the CSRF token. */
export interface FormTarget {
  readonly action: string
  readonly hidden: Readonly<Record<string, string>>
}

export interface FormProps {
  readonly target: FormTarget
  readonly children: ComponentChildren
  readonly class?: string
  /** For buttons outside the form. */
  readonly id?: string
  /** `multipart/form-data` for a form with files, in the panel only. */
  readonly encType?: 'multipart/form-data'
}

export function Form({ target, children, class: look = 'sso-form', id, encType }: FormProps): VNode {
  return (
    <form method="post" action={safeUrl(target.action)} id={id} class={look} encType={encType} novalidate data-sso-form>
      {Object.entries(target.hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

/** Appearance of buttons and of links that look like buttons. Buttons are never disabled. */
export type ButtonLook = 'primary' | 'secondary' | 'plain' | 'danger'

export interface ButtonProps {
  readonly look?: ButtonLook
  /** Name of the form field that identifies the button when it submits the form. */
  readonly name?: string
  readonly value?: string
  /** Full description for screen readers, for pages where many buttons have the same text. */
  readonly spoken?: string
  readonly icon?: VNode
  readonly children: ComponentChildren
}

export function Button({ look = 'primary', spoken, icon, children, ...rest }: ButtonProps): VNode {
  return (
    <button type="submit" class={`sso-button sso-button-${look}`} {...rest}>
      {icon}
      <ButtonLabel spoken={spoken}>{children}</ButtonLabel>
    </button>
  )
}

interface ActFormProps extends ButtonProps {
  readonly form: FormTarget
  /** Hidden fields in addition to the form's own. */
  readonly fields?: FormTarget['hidden']
}

/** A form with a single button. */
export const ActForm = ({ form, fields, look = 'secondary', ...button }: ActFormProps): VNode => (
  <Form target={{ action: form.action, hidden: { ...form.hidden, ...fields } }} class="sso-inline">
    <Button look={look} {...button} />
  </Form>
)

export type ButtonLinkProps = Omit<ButtonProps, 'name' | 'value' | 'icon'> & { readonly href: string | undefined }

/** A link that looks like a button. Renders nothing without an http or https URL, because it would not work. */
export function ButtonLink({ look = 'secondary', href, spoken, children }: ButtonLinkProps): VNode | null {
  if (href === undefined || safeUrl(href) === undefined) return null
  return (
    <Link class={`sso-button sso-button-${look}`} href={href}>
      <ButtonLabel spoken={spoken}>{children}</ButtonLabel>
    </Link>
  )
}

/** A link from a section to the next page, on its own row. */
export const LinkRow = (link: ButtonLinkProps): VNode => (
  <div class="sso-row">
    <ButtonLink {...link} />
  </div>
)

const ButtonLabel = ({ spoken, children }: { spoken: string | undefined; children: ComponentChildren }): VNode =>
  spoken === undefined ? (
    <span>{children}</span>
  ) : (
    <span>
      <span aria-hidden="true">{children}</span>
      <span class="sso-hidden">{spoken}</span>
    </span>
  )

/** An entry in the error summary. The summary is at the top of the form, receives focus, and links to the fields. */
export interface FormIssue {
  readonly field?: string
  readonly text: ComponentChildren
}

/** An issue that belongs to no field. It receives focus. */
export const Alert = ({ children }: { children: ComponentChildren }): VNode => (
  <p class="sso-field-error" role="alert" tabIndex={-1} autofocus>
    <Icon name="alert" />
    <span>{children}</span>
  </p>
)

export function ErrorSummary({ issues }: { issues: readonly FormIssue[] }, { view: { t } }: HasView): VNode | null {
  if (issues.length === 0) return null
  return (
    <div class="sso-summary" role="alert" tabIndex={-1} autofocus>
      <h2>{t.common.problem}</h2>
      <ul>
        {issues.map(({ field, text }) => (
          <li>{field === undefined ? text : <a href={`#${field}`}>{text}</a>}</li>
        ))}
      </ul>
    </div>
  )
}

/** The last row of a form, with the submit button and a link that goes back without making changes. */
export interface SubmitRowProps extends KeepLinkProps {
  readonly look?: ButtonLook
  /** A verb and its object, such as "Rotate secret". */
  readonly children: ComponentChildren
}

export const SubmitRow = ({ look = 'primary', children, ...keep }: SubmitRowProps): VNode => (
  <div class="sso-row">
    <Button look={look}>{children}</Button>
    <KeepLink {...keep} />
  </div>
)

export interface KeepLinkProps {
  readonly cancelHref: string
}

export const KeepLink = ({ cancelHref }: KeepLinkProps, { view }: HasView): VNode => (
  <ButtonLink href={cancelHref}>{view.t.panel.keep}</ButtonLink>
)

/** An input with a visible label. Pasting is never blocked. */
export interface FieldProps extends FieldNotes {
  readonly label: ComponentChildren
  readonly input: InputHTMLAttributes<HTMLInputElement>
  /** Shown at the end of the label's line. In the tab order, it follows the input. */
  readonly aside?: ComponentChildren
  readonly around?: (control: VNode) => VNode
}

/** Attributes for fields with names and codes, which browsers must not correct or capitalize. */
export const VERBATIM = { autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const

export function Field({ label, input, aside, around = (control) => control, ...notes }: FieldProps): VNode {
  const { id, name = id } = notes
  return (
    <FieldBlock {...notes} label={<Label of={id}>{label}</Label>}>
      {around(<input class="sso-input" id={id} name={name} {...controlAria(notes)} {...input} />)}
      {aside === undefined ? null : <div class="sso-aside">{aside}</div>}
    </FieldBlock>
  )
}

/** A password field with a button that shows the password. */
export function PasswordField({ input, ...field }: FieldProps): VNode {
  const around = (control: VNode): VNode => (
    <div class="sso-reveal">
      {control}
      <Reveal of={field.id} />
    </div>
  )
  return <Field {...field} input={{ ...input, type: 'password' } as FieldProps['input']} around={around} />
}

function Reveal({ of }: { of: string }, { view: { t } }: HasView): VNode {
  return (
    <button
      type="button"
      class="sso-reveal-button"
      data-sso-scripted
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
  readonly label: string
  readonly checked?: boolean | undefined
}

export function Checkbox({ id, name = id, label, checked = false, hint }: CheckboxProps): VNode {
  return (
    <div class="sso-check">
      <input type="checkbox" id={id} name={name} value="on" checked={checked} {...controlAria({ id, hint })} />
      <label for={id}>{label}</label>
      <Hint id={id} text={hint} />
    </div>
  )
}
