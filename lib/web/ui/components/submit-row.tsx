/** The end of a form: the button that submits it, and the way back with nothing changed. */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Button, ButtonLink, type ButtonLook } from './button.tsx'

export interface SubmitRowProps extends KeepLinkProps {
  readonly look?: ButtonLook
  /** The verb, with its object: "Rotate secret". */
  readonly children: ComponentChildren
}

export const SubmitRow = ({ look = 'primary', children, ...keep }: SubmitRowProps & Viewed): VNode => (
  <div class="sso-row">
    <Button look={look}>{children}</Button>
    <KeepLink {...keep} />
  </div>
)

export interface KeepLinkProps {
  readonly cancelHref: string
}

export const KeepLink = ({ cancelHref, view }: KeepLinkProps & Viewed): VNode => (
  <ButtonLink look="secondary" href={cancelHref}>
    {view.t.panel.keep}
  </ButtonLink>
)
