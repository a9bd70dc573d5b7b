import type { AuditEventName } from '../../../domain/audit/events.ts'
import type { OwnToken, TokenStateName } from '../../../domain/tokens/inspect.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { formAt } from '../../first-party/page.ts'
import { assertMayChange, nameOf, nameOfUser, show } from '../shell/show.ts'
import { Inspect, type InspectedView } from './inspect-view.tsx'
import type { OperationsRequest } from './services.ts'

/** Longest text that is looked at, in characters. */
const TOKEN_MAX = 8_000

/** GET /inspect: a field for a token. */
export async function askForToken(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  await show(page, 200, Inspect, { form: formAt(page, '/inspect'), found: undefined })
}

/** POST /inspect: whose the token is, what it may do, and whether it is still accepted. The token is in no URL. */
export async function inspectToken(page: OperationsRequest): Promise<void> {
  const token = (page.form.get('token') ?? '').trim().slice(0, TOKEN_MAX)
  const found = token === '' ? undefined : await page.services.inspect(token)
  await show(page, 200, Inspect, {
    form: formAt(page, '/inspect'),
    found:
      found === undefined || found.kind === 'other-issuer' || found.kind === 'unknown'
        ? found
        : await viewOfToken(page, found),
  })
}

async function viewOfToken(page: OperationsRequest, token: OwnToken): Promise<InspectedView> {
  const { services, href } = page
  const { sub, clientId, sid, kid } = token
  const [user, client, end] = await Promise.all([
    sub === undefined ? undefined : nameOfUser(page, sub),
    clientId === undefined ? undefined : services.clients.find(clientId),
    endOf(page, token),
  ])
  const dateOf = (seconds: number | undefined): Date | undefined =>
    seconds === undefined ? undefined : new Date(seconds * 1000)
  return {
    ...token,
    issuedAt: dateOf(token.issuedAt),
    expiresAt: dateOf(token.expiresAt),
    user:
      user === undefined || sub === undefined
        ? undefined
        : { name: user, href: href(`/users/${encodeURIComponent(sub)}`) },
    app:
      clientId === undefined
        ? undefined
        : { name: client?.clientName ?? clientId, href: href(`/clients/${encodeURIComponent(clientId)}`) },
    activityHref: sid === undefined ? undefined : href(withParameters('/activity', { sid })),
    key: kid === undefined ? undefined : { kid, state: services.keys.list().find((key) => key.kid === kid)?.state },
    end,
  }
}

/** The events that can have put a token into its state, and whether they are about its user or its client. */
const ENDS: Readonly<Partial<Record<TokenStateName, { of: 'user' | 'client'; events: readonly AuditEventName[] }>>> = {
  'family-gone': { of: 'user', events: ['token.replayed', 'token.revoked'] },
  'token-revoked': { of: 'user', events: ['token.revoked'] },
  'client-disabled': { of: 'client', events: ['client.disabled'] },
  'client-gone': { of: 'client', events: ['client.decommissioned'] },
  'client-revoked': { of: 'client', events: ['client.tokens-revoked', 'client.disabled', 'client.changed'] },
  'subject-revoked': {
    of: 'user',
    events: [
      'logout.everywhere',
      'account.suspended',
      'account.offboarded',
      'account.removed',
      'account.secured',
      'account.password-reset',
    ],
  },
  'access-withdrawn': { of: 'user', events: ['consent.withdrawn'] },
  'session-revoked': { of: 'user', events: ['logout.session', 'logout.upstream'] },
  'session-ended': { of: 'user', events: ['logout.session', 'logout.upstream'] },
  'access-rule': { of: 'user', events: ['account.roles-changed'] },
}
const LOOKED_AT = 200

/** When, by which event, and by which administrator the token was ended; undefined without an entry since its issue. */
async function endOf(page: OperationsRequest, token: OwnToken): Promise<InspectedView['end']> {
  const ends = ENDS[token.state]
  const { sub, clientId, issuedAt = 0 } = token
  if (ends === undefined || sub === undefined || clientId === undefined) return undefined
  const about = ends.of === 'user' ? { user: sub } : { client: clientId }
  const { entries } = await page.services.audit.list({ ...about, since: issuedAt * 1000 }, undefined, LOOKED_AT)
  const entry = entries.findLast(({ event, result }) => result === 'ok' && ends.events.includes(event))
  if (entry === undefined) return undefined
  const by = entry.actor === undefined || entry.actor === sub ? undefined : await nameOf(page, entry.actor)
  return { at: new Date(entry.at), event: entry.event, by, href: page.href(`/activity/${entry.id}`) }
}
