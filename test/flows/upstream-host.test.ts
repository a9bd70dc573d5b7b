/** A directory of the host decides itself which user an identity at another provider signs in. */
import { createPortico } from '../../lib/index.ts'
import type { Stop } from '../support/browser.ts'
import { CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { startLyingUpstream } from '../support/lying-upstream.ts'
import { textIn } from '../support/panel-visitor.ts'
import { backFrom, companyAt } from '../support/upstream-arrival.ts'

const HANA = { sub: 'u-hana', username: 'hana', name: 'Hana Host' }
const PAST = { sub: 'u-past', username: 'past', name: 'Paul Past', active: false }
const DIRECTORY = { find: (sub: string) => [HANA, PAST].find((one) => one.sub === sub), authenticate: () => undefined }

let asked: unknown
const there = await startLyingUpstream()

const company = companyAt(there)

const accounts = {
  ...DIRECTORY,
  forIdentity(identity: { readonly issuer: string; readonly subject: string }) {
    asked = identity
    if (identity.subject === 'broken') throw new Error('the table is locked')
    return identity.issuer !== there.issuer ? undefined : { h: HANA, p: PAST }[identity.subject]
  },
}
const idp = await runningIdp({ accounts, login: { upstreams: [company] }, clients: [CONF] })

async function comes(sub: string): Promise<Stop> {
  const visitor = idp.user()
  const page = await visitor.open(idp.party(CONF))
  const stop = await visitor.browser.visit(await backFrom(there, visitor.browser, page, { sub, nickname: 'n' }))
  return stop.answer.status === 200 ? { at: 'external', ...(await visitor.walk(stop)) } : stop
}

it('its user enters', async () => {
  expect((await comes('h')).url).toContain('code=')
  expect(asked).toMatchObject({ issuer: there.issuer, subject: 'h', claims: { nickname: 'n' } })
})

it('whom it does not know, or has suspended, does not, and reads why', async () => {
  for (const [sub, words] of [
    ['unknown', 'You don’t have an account here yet'],
    ['p', 'suspended'],
  ] as const) {
    const { answer } = await comes(sub)
    expect([answer.status, textIn(answer.text)]).toEqual([403, expect.stringContaining(words)])
  }
})

it('a failure of the directory is no verdict', async () => expect((await comes('broken')).answer.status).toBe(503))

it('a directory that cannot say is refused at the start', async () =>
  await expect(
    createPortico({ baseUrl: 'http://localhost:9', accounts: DIRECTORY, login: { upstreams: [company] } }),
  ).rejects.toThrow('forIdentity'))
