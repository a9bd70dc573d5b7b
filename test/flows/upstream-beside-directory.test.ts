/** Federated users and users of a directory service, in one service: neither takes over accounts of the other. */
import type { Credentials } from '../support/actors.ts'
import { runningIdp, startIdp } from '../support/idp.ts'
import { claimsOf } from '../support/relying-party.ts'
import { BASE, SEARCHER, startSlapd, user } from '../support/slapd.ts'
import { claimsAfter } from './second-factor-visitor.ts'
import { clientOf, connectorTo, signInThere } from './upstream-company.ts'

const HERE = 'http://localhost:9'
/** Of the directory; has never been here. */
const DORA = { username: 'dora', password: 'doras long password' }
/** Of the provider, where people may call themselves what they like. */
const OTHER_DORA = { sub: 'u-there-dora', username: 'dora', password: 'the other dora' }
const GINA = { sub: 'u-there-gina', username: 'gina', password: 'ginas long password' }

const slapd = await startSlapd({ ldif: user(DORA.username, DORA.password) })

const there = await runningIdp({ accounts: [OTHER_DORA, GINA], clients: [clientOf(HERE, 'there')] })
const here = await startIdp({
  issuer: HERE,
  options: {
    login: { upstreams: [connectorTo(there, 'there')] },
    ldap: {
      kind: 'openldap',
      url: slapd.url,
      bindDn: SEARCHER.dn,
      bindPassword: SEARCHER.password,
      base: BASE,
      userFilter: '(uid={username})',
    },
  },
})

/** Comes by the provider, until the answer of the callback. */
async function byProvider(credentials: Credentials) {
  const app = here.party()
  const who = here.user()
  const { request, ...stop } = await who.open(app)
  const address = await signInThere(there, { browser: who.browser, stop, id: 'there' }, credentials)
  const back = await who.browser.visit(address)
  return { back, signedIn: async () => claimsAfter({ client: app, request }, await who.walk(back)) }
}

it('a name of a directory user is not taken by a federated user, also where the former never signed in here', async () => {
  const other = await (await byProvider(OTHER_DORA)).signedIn()
  expect((await here.portico.accounts?.account(String(other.sub)))?.username).toBe('dora-2')
  expect(claimsOf((await here.user(DORA).signIn(here.party())).id_token).sub).not.toBe(other.sub)
})

it('while the owner of a name cannot be determined, no new federated user is created; known ones sign in', async () => {
  await slapd.crash()
  const { back } = await byProvider(GINA)
  expect([back.answer.status, Number(back.answer.headers['retry-after']) > 0]).toEqual([503, true])
  expect(await (await byProvider(OTHER_DORA)).signedIn()).toHaveProperty('sub')
  await slapd.start()
  const { sub } = await (await byProvider(GINA)).signedIn()
  expect((await here.portico.accounts?.account(String(sub)))?.username).toBe('gina')
})
