import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  decideGuard,
  type GuardDecision,
  type GuardRequirements,
  requirementsIssue,
} from '../../../policies/host-guard.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import { redirect } from '../../web/http/responses.ts'
import { navigates, prefersHtml } from '../../web/request/negotiation.ts'
import { type Deliver, ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import { showNoAccess } from '../first-party/no-access.ts'
import type { FirstPartyServices } from '../first-party/relying-party.ts'
import type { RequestHeaders } from './host-contract.ts'
import type { LiveHostSession } from './host-session.ts'
import { addressOf, signInAddress } from './sign-in-address.ts'

export interface GuardParts extends Pick<FirstPartyServices, 'pages' | 'accountHref'> {
  readonly baseUrl: string
  readonly find: (req: RequestHeaders) => Promise<LiveHostSession | undefined>
  /** The current time, in seconds since the epoch. */
  readonly seconds: () => number
  readonly answer: (
    req: IncomingMessage,
    res: ServerResponse,
    url: string,
    work: (context: RequestContext) => Promise<void> | void,
    deliver?: Deliver,
  ) => Promise<void>
}

/** Evaluates a request for one of the host's pages. `answered`: the response was sent, so the caller must stop. */
export type RequestGuard = (
  req: IncomingMessage,
  res: ServerResponse,
  url: string,
  deliver?: Deliver,
) => Promise<'pass' | 'answered'>

/** @throws TypeError for requirements that no sign-in can satisfy */
export function guardOf(parts: GuardParts, requirements: GuardRequirements): RequestGuard {
  const issue = requirementsIssue(requirements)
  if (issue !== undefined) throw new TypeError(issue)
  return async (req, res, url, deliver) => {
    let found: LiveHostSession | undefined
    let decision: GuardDecision
    try {
      found = await parts.find(req)
      decision = decideGuard(found?.guarded, requirements, parts.seconds())
    } catch (error) {
      const refuseWith = (): never => {
        throw error
      }
      await parts.answer(req, res, url, refuseWith, deliver)
      return 'answered'
    }
    if (decision === 'pass') return 'pass'
    const work = (context: RequestContext) => refuse(parts, context, url, requirements, decision, found)
    await parts.answer(req, res, url, work, deliver)
    return 'answered'
  }
}

function refuse(
  { pages, accountHref, baseUrl }: GuardParts,
  context: RequestContext,
  url: string,
  requirements: GuardRequirements,
  decision: Exclude<GuardDecision, 'pass'>,
  found: LiveHostSession | undefined,
): Promise<void> | void {
  const { req } = context
  const address = addressOf(new URL(baseUrl).origin, url)
  if (found !== undefined) {
    context.subject = found.session.sub
    context.sid = found.session.sid
  }
  const isPage = prefersHtml(req)
  if (decision === 'sign-in' || decision === 'again') {
    context.unrecorded = true
    // The form is not resubmitted after the sign-in. The user sees the page again.
    if (navigates(req))
      return redirect(context, signInAddress(baseUrl, address, decision === 'sign-in' ? {} : requirements))
    throw new ProtocolError(deny('login_required', decision === 'sign-in' ? 'sign_in_required' : 'step_up_required'))
  }
  const denial: Deny = deny('access_denied', decision === 'no-role' ? 'access_rule' : 'too_weak')
  if (!isPage || found === undefined) throw new ProtocolError(denial)
  const otherHref = `${signInAddress(baseUrl, address)}&prompt=select_account`
  return showNoAccess({ pages, accountHref }, context, denial, {
    app: 'host',
    isTooWeak: decision === 'too-weak',
    otherHref,
    user: found.user,
  })
}
