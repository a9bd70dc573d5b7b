import { authenticationOf } from '../../../../policies/authentication-context.ts'
import { releasedClaims } from '../../../../policies/claims.ts'
import type { Person } from '../../../domain/accounts/user-directory.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { idTokenClaims } from '../../../domain/tokens/mint.ts'
import type { PanelRequest } from '../panel.ts'
import { show } from '../shell/show.ts'
import { headOf, withClient } from './subject.ts'
import { ClientTester, type TriedPerson } from './tester-view.tsx'

/** GET /clients/:id/test-user?user=: what a sign-in would tell the app; nothing is issued and nobody signed in. */
export function testerPage(page: PanelRequest): Promise<void> {
  return withClient(page, async (client) => {
    const user = page.query.get('user')?.trim().slice(0, 200)
    const person = user === undefined || user === '' ? undefined : await personCalled(page, user)
    await show(page, 200, ClientTester, {
      client: headOf(client),
      user,
      found: person === undefined ? undefined : await tried(page, client, person),
    })
  })
}

async function personCalled(
  { services: { embedded, people } }: PanelRequest,
  name: string,
): Promise<Person | undefined> {
  const account = await embedded?.accountByUsername(name)
  return people.find(account?.sub ?? name)
}

async function tried({ services }: PanelRequest, client: Client, person: Person): Promise<TriedPerson> {
  const { issuer, configuration, canSignIn, now } = services
  const claims = releasedClaims(client.scopes, { ...person })
  const seconds = Math.floor(now() / 1000)
  const family = {
    subject: person.sub,
    clientId: client.clientId,
    signedInAt: seconds,
    sid: '<sid>',
    ...authenticationOf('password'),
  }
  return {
    name: person.name ?? person.preferred_username ?? person.email ?? person.sub,
    access: (await canSignIn(person, client)) ? 'allowed' : 'refused',
    scopes: client.scopes,
    userinfo: claims,
    idToken: idTokenClaims(
      issuer,
      {
        family,
        now: seconds,
        nonce: '<nonce>',
        ...(configuration.idTokenClaims === 'scopes' ? { profile: claims } : {}),
      },
      '<at_hash>',
    ),
  }
}
