/** `portico try` as the developer of an app runs it, with a real client library. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as oidc from 'openid-client'
import { emptyFolder, type Run } from '../examples/process.ts'
import { addressed } from '../support/addressed.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ends, porticoProcess } from './portico.ts'

const CALLBACK = 'http://localhost:3000/callback'

interface Tried {
  readonly run: Run
  readonly issuer: string
  readonly password: string
  readonly config: oidc.Configuration
}

async function tried(options: string): Promise<Tried> {
  const run = emptyFolder().run('lib/cli/main.js', {}, ['try', '--port', '0', ...options.split(' ')])
  await run.says(/waiting for requests/)
  const [, issuer = ''] = await run.says(/^issuer: (.*)$/m)
  const [, password = ''] = await run.says(/^alice: (.*)$/m)
  const [, secret = ''] = await run.says(/SECRET=(\S+)/)
  const config = await oidc.discovery(new URL(issuer), 'my-app', secret, undefined, {
    execute: [oidc.allowInsecureRequests],
  })
  return { run, issuer, password, config }
}

const browserAt = (issuer: string) =>
  openBrowser(addressed(issuer, { host: '127.0.0.1', port: Number(new URL(issuer).port) }))

async function request(config: oidc.Configuration, more: Readonly<Record<string, string>>) {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid profile email',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...more,
  })
  return { url: url.href, pkceCodeVerifier }
}

it('names the line that openid-client lacks, with it signs alice in, and ends cleanly', async () => {
  const { run, issuer, password, config } = await tried('--format openid-client')
  const browser = browserAt(issuer)
  expect((await browser.visit((await request(config, {})).url)).url).toContain('error=invalid_request')
  await run.says(/^GET {2}\/authorize {2}303 {2}invalid_request: state is missing; nonce is missing$/m)
  await run.says(/^ {2}openid-client 6: .*`state: randomState\(\)`.*; .*`nonce: randomNonce\(\)`/m)

  const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
  const { url, pkceCodeVerifier } = await request(config, { state, nonce })
  const back = await browser.submit((await browser.visit(url)) as Page, { username: 'alice', password })
  const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier }
  const tokens = await oidc.authorizationCodeGrant(config, new URL(back.url), checks)
  expect(tokens.claims()).toMatchObject({ name: 'Alice', email: 'alice@example.com' })
  await run.says(/^POST \/token {2}200$/m)
  const [, secret = ''] = await run.says(/SECRET=(\S+)/)
  for (const value of [tokens.access_token, secret, new URL(back.url).searchParams.get('code') ?? secret])
    expect(run.output().slice(run.output().indexOf('waiting'))).not.toContain(value)
  run.signal('SIGINT')
  await expect(run.ended).resolves.toBe(0)
})

it('names the value to change, or the page of the error, and shows why a sign-in failed', async () => {
  const { run, issuer, config } = await tried('--format env')
  const browser = browserAt(issuer)
  const page = await browser.visit(
    (await request(config, { state: 'some-long-state', nonce: 'n', redirect_uri: 'http://localhost:1/' })).url,
  )
  expect(page.at).toBe('page')
  await run.says(/redirect_uri is not registered.*\n {2}start again with --redirect-uri http:\/\/localhost:1\/$/m)
  await fetch(`${issuer}/userinfo`)
  await run.says(/no access token was sent\n {2}see http:\/\/localhost:\d+\/errors\/token_missing$/m)
  const form = (client_id: string) => ({ method: 'POST', body: new URLSearchParams({ client_id, client_secret: 'x' }) })
  await fetch(`${issuer}/token`, form('my-app'))
  await run.says(/^ {2}use the client secret that was printed at the start$/m)
  await fetch(`${issuer}/token`, form('another'))
  await run.says(/^ {2}use the client ID my-app$/m)
  const { url } = await request(config, { state: 'some-long-state', nonce: 'some-long-nonce' })
  await browser.submit((await browser.visit(url)) as Page, { username: 'bob', password: 'wrong' })
  await run.says(/wrong_password/)
  run.signal('SIGTERM')
  await expect(run.ended).resolves.toBe(0)
})

it.each([
  ['auth-js', 'http://localhost:3000/api/auth/callback/sso'],
  ['oidc-client-ts', CALLBACK],
])('registers the redirect URI of %s', async (format, uri) => {
  const run = emptyFolder().run('lib/cli/main.js', {}, ['try', '--port', '0', '--format', format])
  const [, issuer = ''] = await run.says(/^issuer: (.*)$/m)
  await run.says(/waiting for requests/)
  const query = new URLSearchParams({ client_id: 'my-app', redirect_uri: uri, response_type: 'code', scope: 'openid' })
  expect((await browserAt(issuer).visit(`${issuer}/authorize?${query}`)).url).toContain(`${uri}?error=invalid_request`)
  run.signal('SIGINT')
  await expect(run.ended).resolves.toBe(0)
})

it('refuses production and a port in use', async () => {
  expect(await porticoProcess('try', { NODE_ENV: 'production' })).toMatchObject(ends(1, 'does not run with NODE_ENV'))
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  expect(await porticoProcess(`try --port ${port}`, {})).toMatchObject(
    ends(1, `port ${port} is in use; choose another one with --port`),
  )
  server.close()
})
