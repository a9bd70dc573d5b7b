import type { LinkIssue } from '../../../policies/email-links.ts'
import type { LinkKind } from '../../../policies/emails.ts'
import type { OpenLink } from '../../domain/emails/email-links.ts'
import type { LinkUse } from '../../domain/emails/link-uses.ts'
import { note } from '../../web/request/request-context.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import { RecoveryDone, type RecoveryDoneProps } from './done-view.tsx'
import { actionOf, type RecoveryForm, type RecoveryRequest } from './services.ts'
import { LinkVoid } from './void-view.tsx'

/** A request that contains a valid link from an email. */
export interface LinkRequest extends RecoveryRequest {
  readonly link: OpenLink
  readonly token: string
  /** The submitted fields; empty for a GET request. */
  readonly form: RecoveryForm
}

export interface LinkPage {
  /** Handles GET. Must not change anything, because mail scanners open links. */
  readonly show: (request: LinkRequest) => Promise<void>
  /** Handles POST: performs the action that the link was sent for. */
  readonly take: (request: LinkRequest) => Promise<void>
}

/** Binds the form to the link, so an attacker without the email cannot make another browser submit the form. */
export const linkBinding = ({ digest }: OpenLink): string => `email ${digest}`

/** Binds the page's passkey challenges to the link. */
export const passkeyBinding = ({ digest }: OpenLink): string => `email passkey ${digest}`

export function linkForm(
  { services, link, token }: LinkRequest,
  more: Readonly<Record<string, string>> = {},
): FormTarget {
  return {
    action: actionOf(services, link.kind),
    hidden: { ...services.csrf.fields(linkBinding(link)), link: token, ...more },
  }
}

/** Omits the links to other languages after a form, because the page's URL no longer contains the emailed token. */
export const afterForm = (form: RecoveryForm): { readonly languages?: 'none' } =>
  form.size === 0 ? {} : { languages: 'none' }

const REASONS: Readonly<Record<LinkIssue, string>> = {
  unknown: 'there is no such link',
  newer: 'a newer email was sent',
  used: 'the link has been used',
  expired: 'the link has expired',
  changed: 'password or address have changed since',
}

/** Shows a page that explains why the link is not valid and that nothing was changed. */
export function showVoid({ context, services }: RecoveryRequest, kind: LinkKind, issue: LinkIssue): Promise<void> {
  note(context.trace, 'email', `${kind}: ${REASONS[issue]}`)
  return services.pages.show(
    context,
    410,
    LinkVoid,
    {
      kind,
      issue,
      againHref: services.emailPages.requests === undefined ? undefined : actionOf(services, ''),
      accountHref: services.accountHref,
    },
    { languages: 'none' },
  )
}

/** Returns `done` if the link was used. Otherwise, shows a page that explains why nothing was changed. */
export async function concluded(request: LinkRequest, outcome: LinkUse): Promise<'done' | 'rendered'> {
  if (outcome === 'done') return 'done'
  await showVoid(request, request.link.kind, outcome === 'used' ? 'used' : 'changed')
  return 'rendered'
}

export function showDone({ context, services }: RecoveryRequest, props: RecoveryDoneProps): Promise<void> {
  return services.pages.show(context, 200, RecoveryDone, props, { languages: 'none' })
}
