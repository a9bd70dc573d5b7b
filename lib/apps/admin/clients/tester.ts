import { mayEnter, openRoles } from '../../../../policies/app-access.ts'
import { authenticationOf } from '../../../../policies/authentication-context.ts'
import { idTokenClaimsOf, releasedClaims } from '../../../../policies/claims.ts'
import { displayName } from '../../../domain/accounts/display-name.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { accessTokenClaims, idTokenClaims } from '../../../domain/tokens/mint.ts'
import { show } from '../shell/show.ts'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'
import { ClientTester, type TestedUser } from './tester-view.tsx'

/** GET /clients/:id/test-user?user=: the claims a sign-in would release, without issuing tokens or signing users in. */
export async function testerPage(page: ClientsRequest, client: Client): Promise<void> {
  const name = page.query.get('user')?.trim().slice(0, 200)
  const user = name === undefined || name === '' ? undefined : await userCalled(page, name)
  await show(page, 200, ClientTester, {
    client: headOf(client),
    user: name,
    found: user === undefined ? undefined : await tried(page, client, user),
  })
}

async function userCalled({ services: { embedded, users } }: ClientsRequest, name: string): Promise<User | undefined> {
  const account = await embedded?.accountByUsername(name)
  return users.find(account?.sub ?? name)
}

/** Whether the user has access, and what decides that. */
async function accessOf(
  user: User,
  client: Client,
  { canSignIn, now }: Pick<ClientsRequest['services'], 'canSignIn' | 'now'>,
): Promise<Pick<TestedUser, 'access' | 'roles' | 'wanted'>> {
  const open = openRoles(client.access, now())
  const [roles, wanted] = [user.roles ?? [], open ?? []]
  if (!mayEnter(client.access, roles, now())) return { access: 'no-role', roles, wanted }
  const opening = roles.filter((role) => wanted.includes(role))
  if (!(await canSignIn(user, client))) return { access: 'host-rule', roles: opening, wanted }
  return { access: open === undefined ? 'all-users' : 'role', roles: opening, wanted }
}

async function tried({ services }: ClientsRequest, client: Client, user: User): Promise<TestedUser> {
  const { issuer, configuration, claimsOf, now } = services
  const claims = releasedClaims(client.scopes, await claimsOf(user, client, client.scopes), issuer.scopeClaims)
  const seconds = Math.floor(now() / 1000)
  const family = {
    subject: user.sub,
    clientId: client.clientId,
    signedInAt: seconds,
    sid: '<sid>',
    ...authenticationOf('password'),
  }
  return {
    name: displayName(user),
    ...(await accessOf(user, client, services)),
    scopes: client.scopes,
    userinfo: claims,
    accessToken: { ...accessTokenClaims(issuer, { family, scope: client.scopes.join(' '), now: seconds }, '<jti>') },
    idToken: idTokenClaims(
      issuer,
      {
        family,
        now: seconds,
        nonce: '<nonce>',
        ...(idTokenClaimsOf(client, configuration.idTokenClaims) === 'scopes' ? { profile: claims } : {}),
      },
      '<at_hash>',
    ),
  }
}
