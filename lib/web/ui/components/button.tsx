/** Buttons that submit, and links that look like buttons. Every button says what it does; none is ever disabled. */
import type { ComponentChildren, VNode } from 'preact'
import { safeUrl } from '../safe-url.ts'
import { Link } from './link.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'plain' | 'danger'

export interface ButtonProps {
  readonly look?: ButtonLook
  /** Submitted with the form, to tell which button it was. */
  readonly name?: string
  readonly value?: string
  readonly children: ComponentChildren
}

export function Button({ look = 'primary', children, ...rest }: ButtonProps): VNode {
  return (
    <button type="submit" class={`sso-button sso-button-${look}`} {...rest}>
      <span>{children}</span>
    </button>
  )
}

export interface ButtonLinkProps {
  readonly look?: ButtonLook
  readonly href: string
  readonly children: ComponentChildren
}

/** Nothing at all for an address that is neither http nor https: a button that leads nowhere helps nobody. */
export function ButtonLink({ look = 'primary', href, children }: ButtonLinkProps): VNode | null {
  if (safeUrl(href) === undefined) return null
  return (
    <Link class={`sso-button sso-button-${look}`} href={href}>
      <span>{children}</span>
    </Link>
  )
}
