/**
 * What the panel refuses, as pages: a user without a role is led out, a viewer stays in the frame, and so does whoever asks
 * for a page that is not there. Programs get the common error body.
 */
import type { Deny } from '../../../../policies/verdict.ts'
import { DenialError } from '../../../domain/denial-error.ts'
import { errorBody } from '../../../web/http/errors.ts'
import { prefersHtml } from '../../../web/request/negotiation.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { showNoAccess } from '../../first-party/no-access.ts'
import type { AppRequest } from '../../first-party/page.ts'
import { PanelRefused } from './refused-view.tsx'
import type { PanelRequest, ShellServices } from './request.ts'
import { show } from './show.ts'

/** For a user who has no role of the panel. @throws ProtocolError to a program */
export async function refuseEntry(services: ShellServices, request: AppRequest, denial: Deny): Promise<void> {
  if (!prefersHtml(request.context.req)) throw new ProtocolError(denial)
  await showNoAccess(services, request.context, denial, {
    app: 'panel',
    otherHref: request.otherAccountHref,
    user: request.user,
  })
}

/** For a page that is not there, or not for viewers. @throws what it was given, when that is something else or for a program */
export async function refusePage(page: PanelRequest, error: unknown): Promise<void> {
  const reason = error instanceof DenialError ? REASONS[error.denial.ref] : undefined
  if (!(error instanceof DenialError) || reason === undefined || !prefersHtml(page.context.req)) throw error
  page.context.refusal = error.denial
  await show(page, error.status, PanelRefused, { reason, body: errorBody(error.denial, page.context.requestId) })
}

const REASONS: Readonly<Partial<Record<Deny['ref'], 'viewer' | 'missing'>>> = {
  access_rule: 'viewer',
  not_found: 'missing',
}
