/** An example of examples/hosts in its framework: a complete sign-in, next to the framework's unchanged pages. */
import { person } from './actors.ts'
import { openBrowser, type Page } from './browser.ts'
import { freePort } from './free-port.ts'
import { send } from './http.ts'
import type { Node } from './idp.ts'
import { remote } from './logout-processes.ts'
import { relyingParty } from './relying-party.ts'

const BILLING = {
  client_id: 'billing',
  client_type: 'confidential',
  client_secret: 'a-secret-of-32-characters-or-more',
  redirect_uris: ['http://localhost:4000/callback'],
} as const
const ALICE = { username: 'alice@example.com', password: 'portico' }

const PLACES = [
  ['at the root', ''],
  ['under /sso', '/sso'],
] as const

interface RunningExample {
  /** Its output so far. */
  output(): string
  stop(): Promise<unknown>
}

/** @param start starts the example and waits until it listens */
export function frameworkStory(
  framework: string,
  start: (variables: { readonly PORT: string; readonly BASE_URL: string }) => Promise<RunningExample>,
): void {
  describe.each(PLACES)(`${framework}, with the service %s`, (_place, mountPath) => {
    let origin: string
    let node: Node
    let run: RunningExample
    beforeAll(async () => {
      const port = await freePort()
      origin = `http://localhost:${port}`
      node = remote({ issuer: origin + mountPath, port })
      run = await start({ PORT: String(port), BASE_URL: node.issuer })
    })
    afterAll(() => run?.stop())

    it('a user signs in to an app, is named at userinfo, and signs out', async () => {
      const alice = person(node, ALICE)
      const billing = relyingParty(node, { ...BILLING, redirect_uris: [...BILLING.redirect_uris] })
      const tokens = await alice.signIn(billing, { scope: 'openid email offline_access' })
      expect((await billing.userinfo(tokens.access_token)).json()).toMatchObject({ sub: 'u-alice' })
      expect((await billing.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
      expect((await billing.refresh(tokens.refresh_token)).status).toBe(200)
      expect((await alice.browser.go(`/connect/logout?id_token_hint=${tokens.id_token}`)).status).toBe(200)
      expect((await billing.introspect(tokens.access_token)).json()).toEqual({ active: false })
    })

    it('a page of the framework has the signed-in user', async () => {
      const alice = openBrowser(remote({ issuer: origin, port: node.port }))
      const page = (await alice.visit('/me')) as Page
      const signedIn = await alice.submit(page, ALICE)
      expect([signedIn.url, signedIn.answer.text]).toEqual([`${origin}/me`, 'Hello, Alice Doe.\n'])
    })

    it('other pages of the framework, its body parser and its 404 are as they were', async () => {
      const own = (path: string, message = {}) => send(node.port, path, message)
      expect((await own('/')).text).toBe('The app answers as before.\n')
      const json = { body: '{"a":[1]}', headers: { 'content-type': 'application/json' } }
      expect((await own('/echo', json)).json()).toEqual({ a: [1] })
      for (const path of ['/nowhere', `${mountPath}/nowhere`]) {
        const { status, headers } = await own(path)
        expect([status, headers['x-request-id']]).toEqual([404, undefined])
      }
    })

    it('serves what clients and proxies request: metadata next to the path, health, preflights, HEAD', async () => {
      const metadata = await send(node.port, `/.well-known/oauth-authorization-server${mountPath}`)
      expect(metadata.json()).toMatchObject({ issuer: node.issuer })
      expect((await node.send('/health/ready')).status).toBe(200)
      expect((await node.send('/token', { method: 'OPTIONS', headers: { origin: 'https://a.example' } })).status).toBe(
        204,
      )
      expect((await node.send('/.well-known/openid-configuration', { method: 'HEAD' })).status).toBe(200)
      expect((await node.send('/token', { body: {} })).json()).toMatchObject({ error: 'invalid_client' })
    })

    it('lists the paths that it takes where it is mounted at the root of the framework, once', () => {
      const taken = run
        .output()
        .split('\n')
        .filter((line) => line.includes('mounted at the root'))
      expect(taken).toHaveLength(mountPath === '' ? 1 : 0)
      for (const line of taken)
        expect((JSON.parse(line) as { paths: readonly string[] }).paths).toEqual(
          expect.arrayContaining(['/admin/', '/portal/', '/token']),
        )
    })
  })
}
