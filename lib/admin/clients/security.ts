import { clientReach } from '../../clients/client-reach.ts'
import type { Client } from '../../clients/client-record.ts'
import { hindrance } from '../../../policies/client-lifecycle.ts'
import { lifecycleOf } from '../../clients/registry.ts'
import { isolate } from '../../ui/i18n/rich.ts'
import { ClientAct } from '../../ui/screens/admin/clients/client-act.tsx'
import { ClientAgain, ClientOnce } from '../../ui/screens/admin/clients/client-once.tsx'
import { ClientSecurity } from '../../ui/screens/admin/clients/client-security.tsx'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, judgeSignIn, show, viewOf } from '../shell.ts'
import { oneUseFields, useForm } from './one-use-form.ts'
import { actsOf, blocksOf, clientPath, dateOf, headOf, hindered, missing, withClient } from './subject.ts'

/** GET /clients/:id/security */
export function securityPage(page: PanelRequest): Promise<void> {
  return withClient(page, async (client) => {
    const { configuration } = page.services
    await show(page, 200, ClientSecurity, {
      client: headOf(client), lives: configuration.lifetimes,
      secret: {
        createdAt: dateOf(client.secretCreatedAt), lastUsedAt: await secretUsedAt(page, client), ending: client.secretHint,
      },
    })
  })
}

/** GET /clients/:id/rotate-secret */
export function rotateForm(page: PanelRequest): Promise<void> {
  assertMayChange(page)
  return withClient(page, async (client) => {
    const why = hindrance(lifecycleOf(client), 'rotate-secret')
    if (why !== undefined) return hindered(page, client.clientId, why)
    if (!await page.assertRecentSignIn()) return
    await show(page, 200, ClientAct, {
      client: headOf(client),
      form: { action: page.href(clientPath(client.clientId, 'rotate-secret')), hidden: oneUseFields(page) },
      question: {
        act: 'rotate-secret', reach: await clientReach(page.services.storage, client.clientId),
        secretUsedAt: await secretUsedAt(page, client),
      },
    })
  })
}

/** POST /clients/:id/rotate-secret: the new secret is in this answer, once. */
export function rotateSecret(page: PanelRequest): Promise<void> {
  return withClient(page, async ({ clientId }) => {
    const path = clientPath(clientId, 'rotate-secret')
    if (await judgeSignIn(page, 'clients', path) === 'stale') return
    const use = await useForm(page, clientId)
    if (use.use === 'again') {
      const client = await page.services.clients.find(use.clientId)
      return show(page, 409, ClientAgain, { act: 'rotated', client: client && headOf(client), startHref: page.href('/clients') })
    }
    const result = await actsOf(page).rotateSecret(clientId)
    if (result.outcome === 'done') {
      const { client, secret } = result
      return show(page, 200, ClientOnce, {
        client: headOf(client), act: 'rotated', secret, blocks: blocksOf(page, client, secret),
      })
    }
    await use.release()
    return result.outcome === 'hindered' ? hindered(page, clientId, result.hindrance) : missing(page)
  })
}

/** GET /clients/:id/revoke-tokens */
export function revokeForm(page: PanelRequest): Promise<void> {
  assertMayChange(page)
  return withClient(page, async (client) => {
    if (client.source !== 'administrator') return hindered(page, client.clientId, 'read-only')
    await show(page, 200, ClientAct, {
      client: headOf(client), form: { action: page.href(clientPath(client.clientId, 'revoke-tokens')), hidden: page.hidden },
      question: { act: 'revoke-tokens', reach: await clientReach(page.services.storage, client.clientId) },
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
      tone: 'ok', text: viewOf(page).t.client.security.revoked({ client: isolate(result.client.clientName) }),
    })
  })
}

/** When the secret that is in force now was last used. */
async function secretUsedAt({ services }: PanelRequest, client: Client): Promise<Date | undefined> {
  const { secretUsedAt: at } = await services.uses.read(client)
  return at === undefined || at < (client.secretCreatedAt ?? 0) ? undefined : new Date(at)
}
