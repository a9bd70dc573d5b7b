/** An administrator unlinks an identity while its user comes back from the provider. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { person } from '../support/actors.ts'
import type { Page } from '../support/browser.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { json, type LyingUpstream, SECRET, startLyingUpstream } from '../support/lying-upstream.ts'
import { relyingParty } from '../support/relying-party.ts'

let there: LyingUpstream
let idp: Idp
/** Comes before the next look at what a subject holds. */
let meanwhile: (() => Promise<void>) | undefined
beforeAll(async () => {
  there = await startLyingUpstream()
  const storage = embeddedStorage()
  const { subjects } = storage
  const read: typeof subjects.read = async (...sent) => {
    const act = meanwhile
    meanwhile = undefined
    await act?.()
    return subjects.read(...sent)
  }
  const company = { id: 'company', name: 'Company', issuer: there.issuer, client_id: 'a', client_secret: SECRET }
  idp = await startIdp({
    options: {
      storage: { ...storage, subjects: { ...subjects, read } },
      clients: [CONF],
      login: { upstreams: [{ ...company, firstSignIn: 'create' }] },
    },
  })
})
afterAll(async () => {
  await idp?.stop()
  await there?.close()
})

/** The answer of the callback. */
async function comesBack() {
  const visitor = person(idp)
  const page = (await visitor.open(relyingParty(idp, CONF))) as Page
  const form = page.forms.find(({ action }) => action.endsWith('/upstream/company/start'))
  const asked = new URL((await visitor.browser.submit(page, {}, form)).url).searchParams
  there.gives(await there.sign(there.idTokenClaims({ sub: 'u1', nonce: asked.get('nonce') })))
  there.at('/userinfo', json({ sub: 'u1', preferred_username: 'ursula' }))
  const answer = new URLSearchParams({ state: asked.get('state') ?? '', iss: there.issuer, code: 'c1' })
  return { come: () => visitor.browser.visit(`/upstream/company/callback?${answer}`) }
}

it('nobody is signed in by what was taken back before, and everything ended', async () => {
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
