import { notAllowedReason } from '../../../../policies/client-lifecycle.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { lifecycleOf } from '../../../domain/clients/registry.ts'
import { type ClientSession, clientImpact } from '../../../domain/management/client-impact.ts'
import { oneTimeFields } from '../../../web/pages/one-time-form.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { dateOf, formAt, redirectWithFlash, takePageForm, viewOf } from '../../first-party/page.ts'
import { clientPath, deviceName } from '../shell/names.ts'
import { assertMayChange, nameOfUser, show } from '../shell/show.ts'
import { ClientQuestion } from './operation-view.tsx'
import { ClientSecurity, type ClientSessionRow } from './security-view.tsx'
import type { ClientsRequest } from './services.ts'
import { headOf, impactOf, missing, notAllowed, operationsOf, secretUsedAt, showAgain, showOnce } from './subject.ts'

const SESSIONS_LISTED = 20

export async function securityPage(page: ClientsRequest, client: Client): Promise<void> {
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
}

export async function rotateForm(page: ClientsRequest, client: Client): Promise<void> {
  const why = notAllowedReason(lifecycleOf(client, page.services.isPrivateAddress), 'rotate-secret')
  if (why !== undefined) return notAllowed(page, client.clientId, why)
  await show(page, 200, ClientQuestion, {
    client: headOf(client),
    form: formAt(page, clientPath(client.clientId, 'rotate-secret'), oneTimeFields(page)),
    question: {
      act: 'rotate-secret',
      ...(await impactOf(page, client)),
      secretUsedAt: secretUsedAt(await page.services.metrics.uses.read(client), client),
    },
  })
}

/** POST /clients/:id/rotate-secret: only this response contains the new secret. */
export async function rotateSecret(page: ClientsRequest, { clientId }: Client): Promise<void> {
  const use = await takePageForm(page, clientId)
  if (use.use === 'again') return showAgain(page, 'rotated', use.about, page.href('/clients'))
  const result = await operationsOf(page).rotateSecret(clientId)
  if (result.outcome === 'done') return showOnce(page, 'rotated', result.client, result.secret)
  await use.release()
  return result.outcome === 'not-allowed' ? notAllowed(page, clientId, result.reason) : missing(page)
}

export async function revokeForm(page: ClientsRequest, client: Client): Promise<void> {
  assertMayChange(page)
  if (client.source !== 'administrator') return notAllowed(page, client.clientId, 'read-only')
  await show(page, 200, ClientQuestion, {
    client: headOf(client),
    form: formAt(page, clientPath(client.clientId, 'revoke-tokens')),
    question: { act: 'revoke-tokens', ...(await impactOf(page, client)) },
  })
}

export async function revokeTokens(page: ClientsRequest, { clientId, source }: Client): Promise<void> {
  if (source !== 'administrator') return notAllowed(page, clientId, 'read-only')
  const result = await operationsOf(page).revokeTokens(clientId)
  if (result.outcome !== 'done') return missing(page)
  await redirectWithFlash(
    page,
    clientPath(clientId, 'security'),
    'ok',
    viewOf(page).t.client.security.revoked({ client: isolate(result.client.clientName) }),
  )
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
