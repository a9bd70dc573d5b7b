/** Pages for confirming the removal of a sign-in method, and for requesting a recent sign-in. */

import { type FormTarget, LinkRow } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { type HasView, isolate, type VNode } from '../../web/ui/view.ts'
import { type Framed, SecurityPage, SecurityQuestion } from './frame-view.tsx'

export interface PortalRemovalProps extends Framed {
  readonly form: FormTarget
  readonly what: { readonly kind: 'authenticator' } | { readonly kind: 'passkey'; readonly name: string }
  /** True if the removal turns off two-step verification. */
  readonly last: boolean
}

export function PortalRemoval({ form, what, last }: PortalRemovalProps, { view }: HasView): VNode {
  const { removal, removeApp, remove } = view.t.factors.security
  const passkey = what.kind === 'passkey'
  return (
    <SecurityQuestion
      title={passkey ? removal.passkeyTitle({ name: isolate(what.name) }) : removal.appTitle}
      form={form}
      danger
      effects={[passkey ? removal.passkeyEffect : removal.appEffect, ...(last ? [removal.lastEffect] : [])]}
      confirmLabel={passkey ? remove : removeApp}
    />
  )
}

export interface PortalConfirmIdentityProps extends Framed {
  /** URL of the page that shows the form. Opening it starts the required sign-in. */
  readonly href: string
}

export function PortalConfirmIdentity({ href }: PortalConfirmIdentityProps, { view }: HasView): VNode {
  const { confirmIdentity } = view.t.admin
  return (
    <SecurityPage title={confirmIdentity.title}>
      <Section id="why" title={confirmIdentity.title} lead={confirmIdentity.text}>
        <LinkRow look="primary" href={href}>
          {confirmIdentity.action}
        </LinkRow>
      </Section>
    </SecurityPage>
  )
}
