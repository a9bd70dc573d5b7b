/** The log line of each request: the request, its client and user, and how it ended; no value that could be used. */
import Koa from 'koa'
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { StoreUnavailable } from '../../../lib/ports/store-unavailable.ts'
import { NAVIGATION } from '../../support/browser.ts'
import { ACCOUNTS, ALICE, CONF } from '../../support/fixtures.ts'
import type { Answer } from '../../support/http.ts'
import { type Idp, runningIdp, startIdp } from '../../support/idp.ts'
import type { LogLine } from '../../support/log-recorder.ts'
import { enterPanel, PANEL_ACCOUNTS } from '../../support/panel-visitor.ts'

const lineOf = ({ log }: Idp, { headers }: Answer): LogLine | undefined =>
  log.lines.find(({ fields }) => 'status' in fields && fields['request_id'] === headers['x-request-id'])
const pathsOf = ({ log }: Idp, route: string): readonly unknown[] => [
  ...new Set(log.lines.filter(({ fields }) => fields['route'] === route).map(({ fields }) => fields['path'])),
]

const start = (mount: 'root' | 'koa'): Promise<Idp> =>
  startIdp({ mount, options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [CONF] } })

describe.each([
  ['root', await start('root')],
  ['koa', await start('koa')],
])('mounted at %s', (_mount, idp) => {
  it('has method, path as the caller sent it, route, status and address', async () => {
    const answer = await idp.send('/token', { body: { grant_type: 'refresh_token', refresh_token: 'nothing' } })
    expect(lineOf(idp, answer)).toEqual({
      level: 'info',
      message: 'request denied',
      fields: {
        code: 'request-denied',
        request_id: answer.headers['x-request-id'],
        method: 'POST',
        path: `${idp.mountPath}/token`,
        route: 'token',
        status: 401,
        ms: expect.any(Number),
        address: '127.0.0.1',
        error: 'invalid_client',
        error_ref: expect.any(String),
        detail: undefined,
      },
    })
    const healthy = await idp.send('/health/live', { method: 'HEAD' })
    expect(lineOf(idp, healthy)).toMatchObject({
      message: 'request completed',
      fields: { method: 'HEAD', path: `${idp.mountPath}/health/live` },
    })
  })

  it('a failed sign-in is logged as one, with its reason, and without the input', async () => {
    const alice = idp.user()
    const { request: _request, ...stop } = await alice.open(idp.party(CONF))
    if (stop.at !== 'page') throw new Error('no sign-in page')
    const failed = await alice.browser.send(stop, { username: ALICE.username, password: 'typed-by-mistake' })
    expect(lineOf(idp, failed)).toMatchObject({
      level: 'info',
      message: 'sign-in failed',
      fields: { status: 303, reason: 'wrong_password', path: `${idp.mountPath}/interaction/…` },
    })
    expect(idp.log.text()).not.toContain('typed-by-mistake')
  })

  it('has no query, and nothing that is good for a sign-in or comes from an email', async () => {
    const alice = idp.user()
    const { request, ...stop } = await alice.open(idp.party(CONF))
    await alice.walk(stop)
    const [, uid = ''] = /\/interaction\/([\w-]+)/.exec(stop.url) ?? []
    await idp.send('/recovery/recovery%3Flink=tokenfromanemail')
    await idp.send('/authorize/nothingthatwasissued')
    expect(uid.length).toBeGreaterThan(20)
    const text = idp.log.text()
    for (const secret of [uid, request.state, request.nonce, 'tokenfromanemail', 'nothingthatwasissued'])
      expect(text).not.toContain(secret)
    expect(pathsOf(idp, 'authorize')).toEqual([`${idp.mountPath}/authorize`])
    expect(pathsOf(idp, 'resume')).toEqual([`${idp.mountPath}/authorize/…`])
    expect(pathsOf(idp, 'interaction')).toEqual([`${idp.mountPath}/interaction/…`])
    expect(pathsOf(idp, 'recovery')).toEqual([`${idp.mountPath}/recovery/…`])
  })

  it('a page of the panel is logged by its pattern, an unknown one as it was requested', async () => {
    const panel = await enterPanel(idp)
    await panel.open(`/users/${ALICE.sub}`)
    await panel.browser.go('/admin/users/u-alice/nonsense')
    expect(pathsOf(idp, 'admin')).toEqual([
      `${idp.mountPath}/admin/`,
      `${idp.mountPath}/admin/…`,
      `${idp.mountPath}/admin/users/:sub`,
      `${idp.mountPath}/admin/users/u-alice/nonsense`,
    ])
  })
})

it('what is nowhere is logged as it was sent: printable, without its query, of 200 characters at most', async () => {
  const idp = await startIdp()
  const asked = async (path: string): Promise<unknown> => lineOf(idp, await idp.send(path))?.fields['path']
  expect(await asked('/wp-login.php?user=another')).toBe('/wp-login.php')
  expect(await asked(`/${'a'.repeat(5_000)}`)).toBe(`/${'a'.repeat(198)}…`)
  expect(await asked('/%1b[2J')).toBe('/%1b[2J')
  expect(await asked('/errors/nothing-of-ours')).toBe('/errors/nothing-of-ours')
})

it('a failure of Portico is logged as "request failed": a warning with 503, an error with 500', async () => {
  const storage = embeddedStorage()
  let error: Error | undefined
  const { find } = storage.clients
  const idp = await runningIdp({
    storage: {
      ...storage,
      clients: { ...storage.clients, find: (id) => (error === undefined ? find(id) : Promise.reject(error)) },
    },
  })
  const ask = (): Promise<Answer> => idp.send(idp.party(CONF).request().address)
  error = new StoreUnavailable('away')
  expect(lineOf(idp, await ask())).toMatchObject({ level: 'warn', message: 'request failed', fields: { status: 503 } })
  error = new Error('an internal error')
  const answer = await ask()
  expect(lineOf(idp, answer)).toMatchObject({ level: 'error', message: 'request failed', fields: { status: 500 } })
  // The response says nothing of the error; the log does.
  expect(answer.json()).toEqual({
    error: 'server_error',
    error_description: 'a failure of Portico',
    request_id: answer.headers['x-request-id'],
  })
  expect(idp.log.text()).toContain('an internal error')
})

it('the paths of the host’s own pages are its own', async () => {
  const idp = await startIdp({
    site: (portico) => {
      const app = new Koa()
      app.use(portico.middleware())
      app.use(portico.guard())
      return app.callback()
    },
  })
  const answer = await idp.send('host:/reset/a-secret-of-the-host', { headers: NAVIGATION })
  expect(answer.headers.location).toContain('/_sso/host/sign-in')
  expect(lineOf(idp, answer)?.fields).toMatchObject({ route: 'guard', method: 'GET' })
  expect(idp.log.text()).not.toContain('a-secret-of-the-host')
})
