import { type ErrorRef, REFERENCES } from '../../../../policies/errors.ts'
import type { AuditFilter } from '../../../domain/audit/audit-filter.ts'
import { FAILURE_REASONS } from '../../../domain/audit/events.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import { differenceKind, uriDifference } from '../../../domain/audit/uri-difference.ts'
import { wholeAddress } from '../../../domain/audit/whole-address.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect } from '../../../web/http/responses.ts'
import { explainErrorRef } from '../../../web/ui/texts/format/error-explanation.ts'
import { viewOf } from '../../first-party/page.ts'
import { clientPath, namesOf } from '../shell/names.ts'
import { assertMayChange, show } from '../shell/show.ts'
import {
  type ExplainRepeats,
  type ExplainSignIn,
  type ExplanationDetails,
  endedAt,
  REQUEST_STEPS,
} from './explain-props.ts'
import { Explain } from './explain-view.tsx'
import { maySee, requestsNear } from './search-hits.ts'
import type { OperationsRequest } from './services.ts'

/** GET /explain/:request_id: why a request was denied, how often, and how to fix it. */
export async function showExplanation(page: OperationsRequest): Promise<void> {
  const { services, href } = page
  const requestId = page.parameters.id ?? ''
  const found = await services.explanations.find(requestId)
  if (found !== undefined && !maySee(page, found)) assertMayChange(page)
  if (found !== undefined)
    return show(page, 200, Explain, { requestId: found.requestId, found: await foundOf(page, found) })
  const [only, ...others] = await services.explanations.beginningWith(requestId, 2)
  if (only !== undefined && others.length === 0) return redirect(page.context, href(`/explain/${only.requestId}`))
  if (only !== undefined) return redirect(page.context, href(withParameters('/search', { q: requestId })))
  await show(page, 404, Explain, { requestId, near: await requestsNear(page, requestId) })
}

async function foundOf(page: OperationsRequest, found: Explanation): Promise<ExplanationDetails> {
  const { services, href } = page
  const { ref, client: clientId, user } = found
  const { redirect_uri_sent: sent, redirect_uri_registered: registered } = found.facts
  const known = ref !== undefined && Object.hasOwn(REFERENCES, ref)
  const reference = known ? explainErrorRef(viewOf(page).t, ref as ErrorRef) : undefined
  const [client, names, repeats, signIn] = await Promise.all([
    clientId === undefined ? undefined : services.clients.find(clientId),
    namesOf(page, [user], [clientId]),
    page.mayLook ? repeatsOf(page, found) : undefined,
    signInOf(page, found),
  ])
  const difference =
    typeof sent === 'string' && typeof registered === 'string' ? uriDifference(sent, registered) : undefined
  const ended = endedAt(found)
  const failed = ended === undefined ? -1 : REQUEST_STEPS.indexOf(ended)
  return {
    ...found,
    at: new Date(found.at),
    app: clientId === undefined ? undefined : names.app(clientId),
    who: user === undefined ? undefined : names.who(user),
    cause: reference?.title,
    causeHref: known ? `${services.site.issuerUrl}/errors/${ref}` : undefined,
    advice: reference?.developer.join(' '),
    difference: difference && { ...difference, ...differenceKind(difference) },
    sent: typeof sent === 'string' ? sent : undefined,
    progress:
      ended === undefined
        ? undefined
        : REQUEST_STEPS.map((step, at) => ({
            step,
            state: at < failed ? ('passed' as const) : at === failed ? ('failed' as const) : ('open' as const),
          })),
    repeats,
    isOut: repeats !== undefined && client !== undefined && (await isOutSince(page, client, repeats.firstAt)),
    signIn,
    addHref: addHrefOf(page, found, client),
    ownerEmail: client?.ownerEmail,
    pageHref: `${services.configuration.adminUrl.replace(/\/$/, '')}/explain/${encodeURIComponent(found.requestId)}`,
    activityHref: page.mayLook ? href(withParameters('/activity', { request_id: found.requestId })) : undefined,
  }
}

/** True if no user has signed in to the app since the given date. */
async function isOutSince({ services }: OperationsRequest, client: Client, since: Date): Promise<boolean> {
  const { signedInAt = 0 } = await services.metrics.uses.read(client)
  return signedInAt < since.getTime()
}

/** Link to the client's settings with the requested URI prefilled. Requires a complete URI and an editable client. */
export function addHrefOf(
  { mayChange, href }: OperationsRequest,
  { ref, requestId, facts, route }: Explanation,
  client: Client | undefined,
): string | undefined {
  if (!mayChange || route !== 'authorize' || ref !== 'redirect_uri_mismatch') return undefined
  if (client?.source !== 'administrator' || wholeAddress(facts.redirect_uri_sent) === undefined) return undefined
  return href(withParameters(clientPath(client.clientId, 'settings'), { from_request: requestId }))
}

/** Undefined unless a sign-in failed for a known reason. A host's directory does not report reasons. */
export async function signInOf(
  page: OperationsRequest,
  { facts, user, client, address }: Explanation,
): Promise<ExplainSignIn | undefined> {
  const reason = FAILURE_REASONS.find((one) => one === facts.reason)
  if (reason === undefined) return undefined
  const { pauses, configuration, now } = page.services
  const [names, pause] = await Promise.all([
    namesOf(page, [user], [client]),
    user === undefined ? undefined : pauses.of({ sub: user }),
  ])
  const until = Math.max(pause?.until ?? 0, Number(facts.wait_until ?? 0))
  return {
    reason,
    who: user === undefined ? undefined : names.who(user),
    count: Number(facts.tries ?? 1),
    minutes: Math.ceil(configuration.login.throttle.accountAndAddress.windowSeconds / 60),
    address,
    lockedUntil: until > now() ? new Date(until) : undefined,
  }
}

const DAYS = 7
const DAY_MS = 86_400_000
/** Maximum number of entries to count. If there are more, the page shows "at least". */
const COUNTED_MAX = 500
const SCAN_MAX = 6_000

/** Count, first occurrence, and affected users of a denial within a week; undefined if the trail has no record. */
async function repeatsOf(
  { services, href }: OperationsRequest,
  { ref, client, address }: Pick<Explanation, 'ref' | 'client' | 'address'>,
): Promise<ExplainRepeats | undefined> {
  if (ref === undefined) return undefined
  const now = services.now()
  const today = Math.floor(now / DAY_MS)
  const same: AuditFilter = {
    ref,
    ...(client === undefined ? { about: { users: [], clients: [], requests: [], address } } : { client }),
    result: 'refused',
    since: (today - DAYS + 1) * DAY_MS,
  }
  const { entries, next } = await services.audit.list(same, undefined, COUNTED_MAX, SCAN_MAX)
  const first = entries.at(-1)
  if (first === undefined) return undefined
  const hrefOf = (day: string): string | undefined =>
    client === undefined
      ? undefined
      : href(withParameters('/activity', { kind: 'failures', client, ref, since: day, until: day }))
  const counts = Array.from({ length: DAYS }, () => 0)
  for (const { at, count = 1 } of entries) {
    const day = Math.floor(at / DAY_MS) - today + DAYS - 1
    counts[day] = (counts[day] ?? 0) + count
  }
  const distinct = (values: readonly (string | undefined)[]): number =>
    new Set(values.filter((value) => value !== undefined)).size
  return {
    days: counts.map((count, index) => {
      const day = new Date((today - DAYS + 1 + index) * DAY_MS).toISOString().slice(0, 10)
      return { day, count, href: count === 0 ? undefined : hrefOf(day) }
    }),
    total: counts.reduce((sum, count) => sum + count, 0),
    counted: next === undefined ? 'all' : 'at-least',
    firstAt: new Date(first.at),
    users: distinct(entries.map(({ user }) => user)),
    addresses: distinct(entries.map(({ address: from }) => from)),
  }
}
