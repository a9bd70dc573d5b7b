import { notAllowedReason } from '../../../../policies/client-lifecycle.ts'
import { lifecycleOf } from '../../../domain/clients/registry.ts'
import { type ClientSession, clientImpact } from '../../../domain/management/client-impact.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { describeUserAgent } from '../../first-party/user-agent.ts'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, judgeSignIn, show, viewOf } from '../shell/show.ts'
import { ClientAgain, ClientOnce } from './credentials-view.tsx'
import { oneUseFields, useForm } from './one-use-form.ts'
import { ClientAct } from './operation-view.tsx'
import { ClientSecurity } from './security-view.tsx'
import type { ClientSessionRow } from './sessions-view.tsx'
import {
  actsOf,
  blocksOf,
  clientPath,
  dateOf,
  headOf,
  hindered,
  hitBy,
  missing,
  secretUsedAt,
  withClient,
} from './subject.ts'

const SESSIONS_LISTED = 20

/** GET /clients/:id/security */
export function securityPage(page: PanelRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { configuration, uses, storage } = page.services
    const [use, reach] = await Promise.all([uses.read(client), clientImpact(storage, client.clientId, SESSIONS_LISTED)])
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
export function rotateForm(page: PanelRequest): Promise<void> {
  assertMayChange(page)
  return withClient(page, async (client) => {
    const why = notAllowedReason(lifecycleOf(client, page.services.isPrivateAddress), 'rotate-secret')
    if (why !== undefined) return hindered(page, client.clientId, why)
    if (!(await page.assertRecentSignIn())) return
    await show(page, 200, ClientAct, {
      client: headOf(client),
      form: { action: page.href(clientPath(client.clientId, 'rotate-secret')), hidden: oneUseFields(page) },
      question: {
        act: 'rotate-secret',
        ...(await hitBy(page, client)),
        secretUsedAt: secretUsedAt(await page.services.uses.read(client), client),
      },
    })
  })
}

/** POST /clients/:id/rotate-secret: the new secret is in this answer, once. */
export function rotateSecret(page: PanelRequest): Promise<void> {
  return withClient(page, async ({ clientId }) => {
    const path = clientPath(clientId, 'rotate-secret')
    if ((await judgeSignIn(page, 'clients', path)) === 'stale') return
    const use = await useForm(page, clientId)
    if (use.use === 'again') {
      const client = await page.services.clients.find(use.clientId)
      return show(page, 409, ClientAgain, {
        act: 'rotated',
        client: client && headOf(client),
        startHref: page.href('/clients'),
      })
    }
    const result = await actsOf(page).rotateSecret(clientId)
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
    return result.outcome === 'not-allowed' ? hindered(page, clientId, result.reason) : missing(page)
  })
}

/** GET /clients/:id/revoke-tokens */
export function revokeForm(page: PanelRequest): Promise<void> {
  assertMayChange(page)
  return withClient(page, async (client) => {
    if (client.source !== 'administrator') return hindered(page, client.clientId, 'read-only')
    await show(page, 200, ClientAct, {
      client: headOf(client),
      form: { action: page.href(clientPath(client.clientId, 'revoke-tokens')), hidden: page.hidden },
      question: { act: 'revoke-tokens', ...(await hitBy(page, client)) },
    })
  })
}

/** POST /clients/:id/revoke-tokens */
export function revokeTokens(page: PanelRequest): Promise<void> {
  return withClient(page, async ({ clientId, source }) => {
    if (source !== 'administrator') return hindered(page, clientId, 'read-only')
    const result = await actsOf(page).revokeTokens(clientId)
    if (result.outcome !== 'done') return missing(page)
    await goOn(page, clientPath(clientId, 'security'), {
      tone: 'ok',
      text: viewOf(page).t.client.security.revoked({ client: isolate(result.client.clientName) }),
    })
  })
}

async function sessionRow({ services }: PanelRequest, session: ClientSession): Promise<ClientSessionRow> {
  const { subject, about, joinedAt, lastSeenAt, scopes } = session
  // A directory that is away costs the page a name, not the page.
  const user = await services.users.find(subject).catch(() => undefined)
  const { browser = '–', system } = describeUserAgent(about.userAgent)
  return {
    subject,
    scopes,
    user: user?.name ?? user?.preferred_username ?? user?.email ?? subject,
    address: about.address,
    device: system === undefined ? browser : `${browser} · ${system}`,
    joinedAt: new Date(joinedAt),
    seenAt: new Date(lastSeenAt),
  }
}
