/** Buttons that submit, and links that look like buttons. Every button says what it does; none is ever disabled. */
import type { ComponentChildren, VNode } from 'preact'
import { safeUrl } from '../safe-url.ts'
import { Link } from './link.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'plain' | 'danger'

export interface ButtonProps {
  readonly look?: ButtonLook
  /** Submitted with the form, to say which button it was. */
  readonly name?: string
  readonly value?: string
  /** Where many buttons of a page have one text: what this one does, whole, for screen readers. */
  readonly spoken?: string
  readonly children: ComponentChildren
}

export function Button({ look = 'primary', spoken, children, ...rest }: ButtonProps): VNode {
  return (
    <button type="submit" class={`sso-button sso-button-${look}`} {...rest}>
      <Label spoken={spoken}>{children}</Label>
    </button>
  )
}

export type ButtonLinkProps = Omit<ButtonProps, 'name' | 'value'> & { readonly href: string }

/** Nothing at all for an address that is neither http nor https: a button that leads nowhere is of no use. */
export function ButtonLink({ look = 'primary', href, spoken, children }: ButtonLinkProps): VNode | null {
  if (safeUrl(href) === undefined) return null
  return (
    <Link class={`sso-button sso-button-${look}`} href={href}>
      <Label spoken={spoken}>{children}</Label>
    </Link>
  )
}

/** The way on from a section, on a row of its own. */
export const LinkRow = ({ look = 'secondary', ...link }: ButtonLinkProps): VNode => (
  <div class="sso-row">
    <ButtonLink look={look} {...link} />
  </div>
)

const Label = ({ spoken, children }: { spoken: string | undefined; children: ComponentChildren }): VNode =>
  spoken === undefined ? (
    <span>{children}</span>
  ) : (
    <span>
      <span aria-hidden="true">{children}</span>
      <span class="sso-hidden">{spoken}</span>
    </span>
  )
