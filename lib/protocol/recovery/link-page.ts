import type { LinkIssue } from '../../../policies/email-links.ts'
import type { LinkKind } from '../../../policies/emails.ts'
import type { OpenLink } from '../../domain/emails/email-links.ts'
import type { LinkUse } from '../../domain/emails/link-uses.ts'
import { note } from '../../web/request/request-context.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import { RecoveryDone, type RecoveryDoneProps } from './done-view.tsx'
import { actionOf, type RecoveryForm, type RecoveryRequest } from './services.ts'
import { LinkVoid } from './void-view.tsx'

/** A request with a valid link. */
export interface LinkRequest extends RecoveryRequest {
  readonly link: OpenLink
  readonly token: string
  /** Empty for GET, which changes nothing. */
  readonly form: RecoveryForm
}

export interface LinkPage {
  /** GET: must change nothing, because mail scanners open links. */
  readonly show: (request: LinkRequest) => Promise<void>
  /** POST: performs the action that the link was sent for. */
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

/** The URL of a form's response does not contain the link, so the page cannot offer other languages. */
export const afterForm = (form: RecoveryForm): { readonly languages?: 'none' } =>
  form.size === 0 ? {} : { languages: 'none' }

const REASONS: Readonly<Record<LinkIssue, string>> = {
  unknown: 'there is no such link',
  newer: 'a newer email was sent',
  used: 'the link has been used',
  expired: 'the link has expired',
  changed: 'password or address have changed since',
}

/** Reports that the link is invalid or no longer valid, and that nothing was changed. */
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

/** Returns `done` to continue. For any other outcome, shows a page that explains why nothing was changed. */
export async function concluded(request: LinkRequest, outcome: LinkUse): Promise<'done' | 'rendered'> {
  if (outcome === 'done') return 'done'
  await showVoid(request, request.link.kind, outcome === 'used' ? 'used' : 'changed')
  return 'rendered'
}

export function showDone({ context, services }: RecoveryRequest, props: RecoveryDoneProps): Promise<void> {
  return services.pages.show(context, 200, RecoveryDone, props, { languages: 'none' })
}
