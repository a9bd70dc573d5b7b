/** Which error a refresh and a code exchange get after the user's access ended, also when the client repeats them. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { expectError } from '../support/expect.ts'
import { CONF2 } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'
import { visitor } from './portal-visitor.ts'

const DESK: ClientInput = { ...CONF2, access: { roles: ['editor'] } }
const OFFLINE = { scope: 'openid offline_access' }
const OWN = 'a password of their own'

const { idp, admin } = await runningPanel({ clients: [DESK] })

const withdraw = async ({ username }: ReadyUser): Promise<void> => {
  const portal = visitor(idp, { username, password: OWN })
  const page = await portal.open(`/apps/remove?client_id=${DESK.client_id}`)
  await portal.press(page, { to: '/apps', action: 'remove' })
}
const loseRole = async ({ sub }: ReadyUser): Promise<void> => {
  const page = await admin.open(`/users/${sub}/roles`)
  await admin.send(page, `/users/${sub}/roles`, { action: 'take', role: 'editor' })
}

it.each<[string, string, (user: ReadyUser) => Promise<unknown>]>([
  ['a lost role', 'access_rule', loseRole],
  [
    'a lost role that came back',
    'tokens_revoked',
    async (user) => {
      await loseRole(user)
      await giveRoles(idp, user.sub, 'editor')
    },
  ],
  ['withdrawn consent', 'consent_withdrawn', withdraw],
  [
    'withdrawn consent and a lost role',
    'access_rule',
    async (user) => {
      await withdraw(user)
      await loseRole(user)
    },
  ],
  [
    'a suspended user',
    'account_inactive',
    async ({ sub }) => idp.portico.accounts?.change(sub, (account) => ({ ...account, status: 'suspended' })),
  ],
  ['a deleted user', 'account_inactive', async ({ sub }) => idp.portico.accounts?.remove(sub)],
  ['a sign-out everywhere', 'tokens_revoked', ({ sub }) => idp.portico.sessions.endAll(sub)],
])('%s: %s', async (name, ref, end) => {
  const username = name.replaceAll(' ', '-')
  const user = await readyUser(idp, username, { name, roles: ['editor'] }, OWN)
  const desk = idp.party(DESK)
  const visit = idp.user({ username, password: OWN })
  const { refresh_token } = await visit.signIn(desk, OFFLINE)
  const grant = await visit.authorize(desk, OFFLINE)
  await end(user)
  for (const _attempt of ['first', 'repeated']) {
    expectError(await desk.refresh(refresh_token), 400, 'invalid_grant', ref)
    expectError(await desk.exchange(grant), 400, 'invalid_grant', ref)
  }
  expect((await idp.send(`${idp.mountPath}/errors/${ref}`)).status).toBe(200)
})
