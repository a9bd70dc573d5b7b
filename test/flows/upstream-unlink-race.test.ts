/** An administrator unlinks an identity while its user comes back from the provider. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { startLyingUpstream } from '../support/lying-upstream.ts'
import { backFrom, companyAt } from '../support/upstream-arrival.ts'
import { watchedStorage } from '../support/watched-storage.ts'

/** Comes before the next look at what a subject holds. */
let meanwhile: (() => Promise<void>) | undefined
const there = await startLyingUpstream()

const storage = watchedStorage(embeddedStorage(), async ({ port, method }) => {
  if (port !== 'subjects' || method !== 'read') return
  const act = meanwhile
  meanwhile = undefined
  await act?.()
})
const idp = await runningIdp({
  storage,
  clients: [CONF],
  login: { upstreams: [{ ...companyAt(there), firstSignIn: 'create' }] },
})

/** The answer of the callback. */
async function comesBack() {
  const visitor = idp.user()
  const page = await visitor.open(idp.party(CONF))
  const profile = { sub: 'u1', preferred_username: 'ursula' }
  const address = await backFrom(there, visitor.browser, page, profile)
  return { come: () => visitor.browser.visit(address) }
}

it('an identity that was removed before signs no user in, and everything ended', async () => {
  expect((await (await comesBack()).come()).answer.status).toBe(200)
  const { accounts, sessions } = idp.portico
  const account = await accounts?.accountByUsername('ursula')
  if (accounts === undefined || account === undefined) throw new Error('no account')
  const { come } = await comesBack()
  meanwhile = async () => {
    await accounts.change(account.sub, ({ origin: _gone, ...rest }) => ({ ...rest, identities: [] }))
    await sessions.endAll(account.sub)
  }
  const { answer } = await come()
  expect(meanwhile).toBeUndefined()
  expect(answer.status).toBe(403)
})
