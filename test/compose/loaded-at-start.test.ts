/** A start loads what a first sign-in needs and nothing else; the rest comes with the first request for it. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { words } from '../support/words.ts'

const LIBRARY = new URL('../../lib/index.js', import.meta.url).href

/** What no first sign-in needs, as parts of file paths. */
const LATER = words`
  /lib/apps/admin/ /lib/apps/portal/ /lib/apps/gate/ /lib/protocol/recovery/ /lib/protocol/engine/by-prompts
  /lib/protocol/endpoints/error-reference /lib/web/emails/ /lib/web/ui/texts/icu/pattern /adapters/ldap/
  /adapters/upstream/ /adapters/smtp/ /adapters/prometheus/ /node_modules/@simplewebauthn/ /node_modules/uqr/
  /node_modules/@formatjs/ /node_modules/ioredis/ /node_modules/ldapts/
  /adapters/postgres/ /node_modules/pg/ /node_modules/pg-pool/
  /node_modules/nodemailer/ /node_modules/openid-client/ /node_modules/oidc-provider/ /node_modules/prom-client/
  generated/ar.json generated/others.json
`

/** Which of them a service in a separate process has loaded when it responds, and after these requests. */
async function loadedBy(paths: readonly string[], options: object = {}): Promise<readonly string[]> {
  const program = `
    import fs from 'node:fs'
    import { registerHooks, syncBuiltinESMExports } from 'node:module'
    import { createServer } from 'node:http'
    const loaded = new Set()
    const note = (url) => {
      for (const part of ${JSON.stringify(LATER)}) if (url.includes(part)) loaded.add(part)
    }
    registerHooks({
      load(url, context, next) {
        note(url)
        return next(url, context)
      },
    })
    const { readFileSync } = fs
    fs.readFileSync = (path, ...options) => {
      if (String(path).includes('generated/')) note(String(path))
      return readFileSync(path, ...options)
    }
    syncBuiltinESMExports()
    const { createPortico } = await import(${JSON.stringify(LIBRARY)})
    let sso
    const server = createServer((req, res) => sso.callback()(req, res))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
    const origin = 'http://localhost:' + server.address().port
    sso = await createPortico({ baseUrl: origin, accounts: [{ sub: 'a', username: 'a', password: 'correct horse battery', name: 'A' }], clients: [{ client_id: 'app', client_type: 'public', redirect_uris: ['https://app.example/callback'], scopes: ['openid'] }], ...${JSON.stringify(options)} })
    const atStart = [...loaded]
    for (const path of ${JSON.stringify(paths)}) {
      const [address, language = 'en'] = path.split(' ')
      const { status } = await fetch(origin.replace('localhost', '127.0.0.1') + address, {
        headers: { 'accept-language': language, accept: 'text/html' }, redirect: 'manual',
      })
      if (status >= 500) throw new Error(path + ': ' + status)
    }
    server.closeAllConnections()
    server.close()
    await sso.close()
    console.log(JSON.stringify([...loaded].filter((part) => ${paths.length} === 0 || !atStart.includes(part))))
  `
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  return JSON.parse(stdout) as readonly string[]
}

const UPSTREAM = { id: 'b', name: 'B', issuer: 'http://localhost:8', client_id: 'a', client_secret: 's'.repeat(32) }
const LDAP = {
  kind: 'openldap',
  url: 'ldap://localhost:8',
  bindDn: 'cn=portico,dc=example',
  bindPassword: 'secret',
  base: 'dc=example',
}

it.each<[string, object, readonly string[]]>([
  ['without either', {}, []],
  ['with a connector that no user has used', { login: { upstreams: [UPSTREAM] } }, ['/adapters/upstream/']],
  ['with a directory service that no user has asked', { accounts: undefined, ldap: LDAP }, ['/adapters/ldap/']],
])('a service %s has loaded no driver and nothing else of it when it answers', async (_what, options, own) =>
  expect((await loadedBy([], options)).filter((part) => !own.includes(part))).toEqual([]),
)

const AUTHORIZE = `/authorize?${new URLSearchParams({
  client_id: 'app',
  redirect_uri: 'https://app.example/callback',
  response_type: 'code',
  scope: 'openid',
  state: 'a-state-of-the-client',
  nonce: 'a-nonce-of-the-client',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
})}`

it('a sign-in begins without any of it', async () => expect(await loadedBy([AUTHORIZE])).toEqual([]))

it.each<[string, string, string]>([
  ['a request that no page may answer', `${AUTHORIZE}&prompt=none`, '/node_modules/oidc-provider/'],
  ['the explanation of an error', '/errors//pkce.missing', '/lib/protocol/endpoints/error-reference'],
  ['a page in another language', '/errors/ de', 'generated/others.json'],
  ['a link of an email', '/recovery/', '/lib/protocol/recovery/'],
  ['a gated app', '/gate', '/lib/apps/gate/'],
])('%s loads its part with the first request', async (_what, path, part) =>
  expect(await loadedBy([path])).toContain(part),
)
