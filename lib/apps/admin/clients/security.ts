import { notAllowedReason } from '../../../../policies/client-lifecycle.ts'
import { lifecycleOf } from '../../../domain/clients/registry.ts'
import { type ClientSession, clientImpact } from '../../../domain/management/client-impact.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { redirectWithFlash, takePageForm, viewOf } from '../../first-party/page.ts'
import { deviceName } from '../../first-party/user-agent.ts'
import { clientPath } from '../shell/addresses.ts'
import { assertMayChange, nameOfUser, show } from '../shell/show.ts'
import { ClientAgain, ClientOnce } from './credentials-view.tsx'
import { ClientQuestion } from './operation-view.tsx'
import { ClientSecurity } from './security-view.tsx'
import type { ClientsRequest } from './services.ts'
import type { ClientSessionRow } from './sessions-view.tsx'
import {
  blocksOf,
  dateOf,
  headOf,
  impactOf,
  missing,
  notAllowed,
  operationsOf,
  secretUsedAt,
  withClient,
} from './subject.ts'

const SESSIONS_LISTED = 20

/** GET /clients/:id/security */
export function securityPage(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { configuration, metrics, storage } = page.services
    const [use, reach] = await Promise.all([
      metrics.uses.read(client),
      clientImpact(storage, client.clientId, SESSIONS_LISTED),
    ])
    await show(page, 200, ClientSecurity, {
      client: headOf(client),
      lives: configuration.lifetimes,
      reach,
      sessions: await Promise.all(reach.newest.map((session) => sessionRow(page, session))),
      secret: {
        createdAt: dateOf(client.secretCreatedAt),
        lastUsedAt: secretUsedAt(use, client),
        ending: client.secretHint,
      },
    })
  })
}

/** GET /clients/:id/rotate-secret */
export function rotateForm(page: ClientsRequest): Promise<void> {
  return withClient(page, async (client) => {
    const why = notAllowedReason(lifecycleOf(client, page.services.isPrivateAddress), 'rotate-secret')
    if (why !== undefined) return notAllowed(page, client.clientId, why)
    await show(page, 200, ClientQuestion, {
      client: headOf(client),
      form: { action: page.href(clientPath(client.clientId, 'rotate-secret')), hidden: oneTimeFields(page) },
      question: {
        act: 'rotate-secret',
        ...(await impactOf(page, client)),
        secretUsedAt: secretUsedAt(await page.services.metrics.uses.read(client), client),
      },
    })
  })
}

/** POST /clients/:id/rotate-secret: the new secret is in this answer, once. */
export function rotateSecret(page: ClientsRequest): Promise<void> {
  return withClient(page, async ({ clientId }) => {
    const use = await takePageForm(page, clientId)
    if (use.use === 'again') {
      const client = await page.services.clients.find(use.about)
      return show(page, 409, ClientAgain, {
        act: 'rotated',
        client: client && headOf(client),
        startHref: page.href('/clients'),
      })
    }
    const result = await operationsOf(page).rotateSecret(clientId)
    if (result.outcome === 'done') {
      const { client, secret } = result
      return show(page, 200, ClientOnce, {
        client: headOf(client),
        act: 'rotated',
        secret,
        blocks: blocksOf(page, client, secret),
      })
    }
    await use.release()
    return result.outcome === 'not-allowed' ? notAllowed(page, clientId, result.reason) : missing(page)
  })
}

/** GET /clients/:id/revoke-tokens */
export function revokeForm(page: ClientsRequest): Promise<void> {
  assertMayChange(page)
  return withClient(page, async (client) => {
    if (client.source !== 'administrator') return notAllowed(page, client.clientId, 'read-only')
    await show(page, 200, ClientQuestion, {
      client: headOf(client),
      form: { action: page.href(clientPath(client.clientId, 'revoke-tokens')), hidden: page.hidden },
      question: { act: 'revoke-tokens', ...(await impactOf(page, client)) },
    })
  })
}

/** POST /clients/:id/revoke-tokens */
export function revokeTokens(page: ClientsRequest): Promise<void> {
  return withClient(page, async ({ clientId, source }) => {
    if (source !== 'administrator') return notAllowed(page, clientId, 'read-only')
    const result = await operationsOf(page).revokeTokens(clientId)
    if (result.outcome !== 'done') return missing(page)
    await redirectWithFlash(page, clientPath(clientId, 'security'), {
      tone: 'ok',
      text: viewOf(page).t.client.security.revoked({ client: isolate(result.client.clientName) }),
    })
  })
}

async function sessionRow(page: ClientsRequest, session: ClientSession): Promise<ClientSessionRow> {
  const { subject, about, joinedAt, lastSeenAt, scopes } = session
  return {
    subject,
    scopes,
    user: await nameOfUser(page, subject),
    address: about.address,
    device: deviceName(about.userAgent),
    joinedAt: new Date(joinedAt),
    seenAt: new Date(lastSeenAt),
  }
}
