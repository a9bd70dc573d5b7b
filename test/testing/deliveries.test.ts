/** Emails and logout notices, as a test reads them. */
import { createServer } from 'node:http'
import { stoppedAtEnd } from '../support/at-end.ts'
import { forget } from '../support/emails.ts'
import { closed, listening } from '../support/listening.ts'
import { claimsOf } from '../support/relying-party.ts'
import { nodeOf, testIdp } from './test-idp.ts'

const statuses: number[] = []
const received: string[] = []
const app = createServer(async (req, res) => {
  let body = ''
  for await (const chunk of req) body += chunk
  received.push(new URLSearchParams(body).get('logout_token') ?? '')
  res.writeHead(statuses.shift() ?? 200).end()
})
const port = await listening(app)
stoppedAtEnd({ stop: () => closed(app) })
const idp = testIdp({
  users: [{ username: 'alice' }, { username: 'bob' }],
  clients: [
    { client_id: 'billing', backchannel_logout_uri: `http://localhost:${port}/backchannel` },
    { client_id: 'away', backchannel_logout_uri: 'http://localhost:9/backchannel' },
  ],
})

it('inbox: the email behind "Forgot your password?", with its link', async () => {
  await forget(nodeOf(idp), 'alice')
  await idp.delivered()
  const email = idp.inbox.at(-1)
  expect(email).toMatchObject({ kind: 'recovery', to: 'alice@example.com', subject: expect.any(String) })
  const [link = ''] = email?.links ?? []
  expect(link).toContain(`${idp.issuer}/recovery/recovery?link=`)
  expect((await nodeOf(idp).send(link)).text).toContain('Choose a new password')
})

it('logoutNotices: delivered, retried, and not delivered', async () => {
  const billing = await idp.signIn('alice', 'billing')
  const away = await idp.signIn('alice', 'away')
  statuses.push(503)
  await idp.endSession('alice')
  const [sidThere, sidAway] = [billing, away].map(({ id_token }) => claimsOf(id_token)['sid'])
  const there = { client: 'billing', sub: 'u-alice', sid: sidThere }
  expect(idp.logoutNotices).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...there, delivered: false, attempts: 1, status: 503 }),
      expect.objectContaining({ client: 'away', sid: sidAway, delivered: false, error: 'ECONNREFUSED' }),
    ]),
  )
  await idp.travel('1h')
  expect(idp.logoutNotices).toContainEqual(expect.objectContaining({ ...there, delivered: true, attempts: 2 }))
  expect(claimsOf(received.at(-1) ?? '')).toMatchObject({ sub: 'u-alice', sid: sidThere, aud: 'billing' })
})

it.each([
  ['suspend', () => idp.suspend('bob')],
  ['travel past the end of the session', () => idp.travel('31d')],
])('%s notifies the clients', async (_, end) => {
  await idp.reactivate('bob')
  const { id_token: token } = await idp.signIn('bob', 'billing')
  await end()
  const { sid } = claimsOf(token)
  expect(idp.logoutNotices).toContainEqual(expect.objectContaining({ client: 'billing', sid, delivered: true }))
})
