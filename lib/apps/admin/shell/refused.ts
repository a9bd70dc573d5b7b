/**
 * Shows the panel's denials as pages. Users without a panel role see a page outside the panel; denials for viewers and
 * missing pages are shown inside the frame. API clients get the common error body. The page table declares the sign-in
 * that each page requires, so handlers do not check it.
 */
import type { Deny } from '../../../../policies/verdict.ts'
import { DenialError } from '../../../domain/denial-error.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { errorBody } from '../../../web/http/errors.ts'
import { prefersHtml } from '../../../web/request/negotiation.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import { showNoAccess } from '../../first-party/no-access.ts'
import type { AppRequest } from '../../first-party/page.ts'
import { type AdminSection, panelSections } from './frame-view.tsx'
import { ConfirmIdentity, PanelRefused } from './refused-view.tsx'
import type { PanelPage, PanelRequest, ShellServices } from './request.ts'
import { show } from './show.ts'

/** Denies access to a user without a panel role. @throws ProtocolError for an API client */
export async function refuseEntry({ pages, site }: ShellServices, request: AppRequest, denial: Deny): Promise<void> {
  if (!prefersHtml(request.context.req)) throw new ProtocolError(denial)
  await showNoAccess({ pages, accountHref: site.accountHref }, request.context, denial, {
    app: 'panel',
    otherHref: request.otherAccountHref,
    user: request.user,
  })
}

/** Shows a denial if a page is missing or viewers cannot open it. @throws the given error in every other case */
export async function refusePage(page: PanelRequest, error: unknown): Promise<void> {
  const denied = error instanceof DenialError ? REASONS[error.denial.ref] : undefined
  const reason = denied === 'viewer' && !page.mayLook ? 'helpdesk' : denied
  if (!(error instanceof DenialError) || reason === undefined || !prefersHtml(page.context.req)) throw error
  page.context.refusal = error.denial
  await show(page, error.status, PanelRefused, { reason, body: errorBody(error.denial, page.context.requestId) })
}

const REASONS: Readonly<Partial<Record<Deny['ref'], 'viewer' | 'missing'>>> = {
  access_rule: 'viewer',
  not_found: 'missing',
}

type Row = Pick<PanelPage<never>, 'method' | 'path' | 'signIn' | 'formAt'>

/** Explains why some forms accept any sign-in. */
export const ONLY_ENDS = {
  any: 'it only ends what runs, in a hurry or while the store has no room for a sign-in (D-G13)',
}

/** Query parameter that makes a page require a recent sign-in, so that its form can be submitted afterward. */
const CONFIRM = 'confirm'

/** Checks the required sign-in. A POST is not redirected, because browsers restrict redirects after forms. */
export async function askSignIn(
  page: PanelRequest,
  { method, path, signIn, formAt = path }: Row,
): Promise<'enough' | 'answered'> {
  if (method === 'GET') {
    const isAsked = page.query.has(CONFIRM) || signIn === 'recent'
    return !isAsked || (await page.assertRecentSignIn()) ? 'enough' : 'answered'
  }
  if (typeof signIn === 'object' || (await page.isRecentSignIn())) return 'enough'
  await show(page, 403, ConfirmIdentity, { section: sectionAt(formAt), href: confirmHref(page, formAt) })
  return 'answered'
}

/** URL of the sign-in that is required to save on a page. If users sign in first, they lose no input. */
export async function confirmToSave(page: PanelRequest, { path, signIn }: Row): Promise<string | undefined> {
  if (signIn !== 'to-save' || !page.mayChange || (await page.isRecentSignIn())) return undefined
  return confirmHref(page, path)
}

function confirmHref({ href, parameters, context }: PanelRequest, pattern: string): string {
  const path = pattern.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''))
  return withParameters(href(path) + (context.query === '' ? '' : `?${context.query}`), { [CONFIRM]: 'identity' })
}

function sectionAt(path: string): AdminSection {
  const [, first] = path.split('/')
  return first === 'emails' ? 'deliveries' : (panelSections.find((section) => section === first) ?? 'overview')
}
