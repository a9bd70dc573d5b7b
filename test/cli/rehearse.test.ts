/** `portico rehearse`: logs and archives as other providers write them, evaluated without a store. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { newFolder } from '../support/new-folder.ts'
import { ends, type Printed, portico } from './portico.ts'

const SECRETS = [
  's3cr3t-of-the-client',
  'the-code-itself',
  'the-refresh-token',
  'the-verifier-'.padEnd(50, 'x'),
  'pa55word',
]
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const GOOD = {
  client_id: 'billing',
  redirect_uri: 'https://billing.example/callback',
  response_type: 'code',
  scope: 'openid profile email',
  state: 'state-1',
  nonce: 'nonce-1',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

const query = (parameters: Readonly<Record<string, string | undefined>>): string =>
  new URLSearchParams(
    Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined),
  ).toString()
const target = (
  parameters: Readonly<Record<string, string | undefined>>,
  path = '/realms/it/protocol/openid-connect/auth',
) => `${path}?${query(parameters)}`
const combined = (address: string, method = 'GET') =>
  `203.0.113.9 - alice [22/Nov/2026:10:00:00 +0000] "${method} ${address} HTTP/1.1" 302 0 "-" "Mozilla/5.0"`

const folder = newFolder()

async function rehearse(name: string, text: string | Buffer, ...more: readonly string[]): Promise<Printed> {
  const path = join(folder, name)
  await writeFile(path, text)
  return portico(['rehearse', path, ...more], {})
}
const apps = ({ out }: Printed): readonly Record<string, any>[] => JSON.parse(out).apps
const refs = (app: Record<string, any> | undefined): readonly string[] =>
  app?.['refused_by'].map((cause: { error_ref: string }) => cause.error_ref)

describe('an access log', () => {
  it('in which every app sends what is required ends with 0, and notes that token requests are not checked', async () => {
    const lines = [
      combined(target(GOOD)),
      combined('/realms/it/protocol/openid-connect/token', 'POST'),
      combined('/favicon.ico'),
    ]
    const { code, out } = await rehearse('good.log', lines.join('\n'))
    expect(code).toBe(0)
    expect(out).toContain('only authorization requests are evaluated (token requests seen: 1)')
    expect(out).toMatch(/^billing +1 +1$/m)
    expect(out).toContain('The app could sign in without changes.')
  })

  it('names each app that some rule refuses, all of its rules, and what registers it; it ends with 1', async () => {
    const lines = [
      combined(target(GOOD)),
      combined(
        target({
          ...GOOD,
          client_id: 'grafana',
          redirect_uri: 'https://grafana.example/api/auth/callback/sso',
          nonce: undefined,
          code_challenge: undefined,
          code_challenge_method: undefined,
        }),
      ),
      combined(
        target(
          {
            ...GOOD,
            client_id: 'Old App',
            redirect_uri: 'https://old.example/cb',
            code_challenge_method: 'plain',
            response_type: 'id_token',
          },
          '/oauth2/v2.0/authorize',
        ),
      ),
    ]
    const { code, out } = await rehearse('mixed.log', lines.join('\r\n'))
    expect(code).toBe(1)
    expect(out).toMatch(/^grafana +1 +0 +nonce_missing, pkce_required$/m)
    expect(out).toMatch(/^Old App +1 +0 +invalid_client, response_type_unsupported, pkce_required$/m)
    expect(out).toContain(
      'pkce_required (1): PKCE with S256 is required: code_challenge is missing. Send code_challenge',
    )
    expect(out).toContain('code_challenge_method is not S256')
    expect(out).toContain('its redirect URI looks like one of Auth.js 5, NextAuth.js 4, Better Auth')
    expect(out).toContain(
      'portico client create grafana --name grafana --owner OWNER --type TYPE --redirect-uri https://grafana.example/api/auth/callback/sso --environment live --scopes "openid profile email" --format auth-js',
    )
    expect(out).toContain('give the app a different client_id, such as old-app')
    expect(out).toContain('2 of 3 apps would be rejected.')
  })

  it('is read compressed, and line by line however long a line is', async () => {
    const text = `${'x'.repeat(400_000)}\n${combined(target(GOOD))}\n`
    const { code, out } = await rehearse('packed.log.gz', gzipSync(text), '--json')
    expect([code, JSON.parse(out).requests]).toMatchObject([0, { read: 2, unread: 1, authorization: 1 }])
  })

  it('with cut and unreadable lines reports them, and names the app', async () => {
    const cut = combined(target(GOOD)).replace(/state=.*/, '')
    const { code, out } = await rehearse('cut.log', Buffer.from(`${cut}\n${combined('/?q=\xe9')}`, 'latin1'))
    expect([code, out]).toEqual([1, expect.stringContaining('1 lines were cut, so these requests are not evaluated')])
    expect(out).toContain('1 lines are not UTF-8')
    expect(out).toMatch(/^billing +0 +0 +1 cut$/m)
    expect(out).toContain('  not evaluated: 1 cut')
    expect(out).toContain('The requests of the app were not all readable')
  })

  it('of a provider with other scopes names them, and accepts those that will be declared', async () => {
    const declare = Array.from({ length: 30 }, (_, at) => `groups-${at}`)
    const log = combined(target({ ...GOOD, scope: ['openid', ...declare].join(' ') }))
    const [refused, declared] = [
      await rehearse('scopes.log', log, '--json'),
      await rehearse('scopes.log', log, '--json', '--scopes', declare.join(' ')),
    ]
    const [app] = apps(refused)
    expect([refused.code, refs(app), app?.['unknown_scopes']]).toEqual([1, ['scope_unknown'], declare.slice(0, 20)])
    expect(app?.['more']).toMatchObject({ unknown_scopes: 10, minimum: false })
    expect((await rehearse('scopes.log', log)).out).toContain('groups-19 and 10 more; if')
    expect([declared.code, apps(declared)[0]?.['scopes']]).toEqual([0, ['openid', ...declare]])
  })

  it.each([
    ['an app of a telephone', 'com.example.app://callback', ['scheme']],
    ['http away from this machine', 'http://wiki.example/cb', ['http-not-localhost']],
  ])('reports for %s why its URI cannot be registered', async (_, redirectUri, issues) => {
    const printed = await rehearse('uris.log', combined(target({ ...GOOD, redirect_uri: redirectUri })), '--json')
    expect([printed.code, apps(printed)[0]]).toEqual([1, expect.objectContaining({ passing: 0, register: null })])
    expect(apps(printed)[0]?.['redirect_uris']).toEqual([{ uri: redirectUri, whole: true, issues }])
  })

  it('with more addresses of one app than may be registered does not pass', async () => {
    const lines = Array.from({ length: 30 }, (_, at) =>
      combined(target({ ...GOOD, redirect_uri: `https://app.example/page-${at}` })),
    )
    const { code, out } = await rehearse('pages.log', lines.join('\n'))
    expect([code, out]).toEqual([1, expect.stringContaining('more than the maximum of 20 redirect URIs')])
    expect(out).toContain('redirect URIs that are not listed: 9')
    expect(out).toMatch(/^billing +30 +0 +redirect_uri_mismatch$/m)
  })

  it('of two clients that come back to one address passes neither: here it belongs to one', async () => {
    const lines = ['billing', 'crm'].map((client_id) => combined(target({ ...GOOD, client_id })))
    const { code, out } = await rehearse('shared.log', lines.join('\n'))
    expect(code).toBe(1)
    expect(out).toContain('a redirect URI can belong to only one client, but this one is also sent by crm')
    expect(out).toMatch(/^crm +1 +0 +redirect_uri_mismatch$/m)
  })

  it('prints no command with an address that it does not show whole', async () => {
    const long = `https://app.example/${'a/'.repeat(150)}`
    const printed = await rehearse('long.log', combined(target({ ...GOOD, redirect_uri: long })), '--json')
    expect([printed.code, apps(printed)[0]]).toMatchObject([0, { register: null, redirect_uris: [{ whole: false }] }])
  })

  it.each([
    'https:alice:hunter2@app.example/cb',
    'https:\\\\alice:hunter2@app.example',
    'https://alice:hun/ter2@app.example',
    'https://app.example/alice@example.com',
  ])('shows nothing of the odd address %s that may be a password or a person', async (redirectUri) => {
    const { out, err } = await rehearse('odd-uri.log', combined(target({ ...GOOD, redirect_uri: redirectUri })))
    expect(out + err).not.toMatch(/alice|hun/)
  })

  it('with a new client in every line is read to its end, and keeps a thousand of them', async () => {
    const lines = Array.from({ length: 1500 }, (_, at) => combined(target({ ...GOOD, client_id: `made-up-${at}` })))
    const { code, out } = await rehearse('flood.log', lines.join('\n'), '--json')
    expect([code, JSON.parse(out).requests.overlooked, apps({ code, out, err: '' }).length]).toEqual([1, 500, 1000])
    expect(apps({ code, out, err: '' })[0]?.['more']).toMatchObject({ shares_redirect_uri_with: 994 })
  })
})

describe('a HAR file', () => {
  const har = (...requests: readonly object[]) =>
    JSON.stringify({ log: { version: '1.2', entries: requests.map((request) => ({ request })) } })
  const get = (parameters: Readonly<Record<string, string | undefined>>) => ({
    method: 'GET',
    url: `https://id.example${target(parameters)}`,
    headers: [],
  })
  const post = (form: Readonly<Record<string, string>>, headers: readonly object[] = []) => ({
    method: 'POST',
    url: 'https://id.example/realms/it/protocol/openid-connect/token',
    headers,
    postData: { mimeType: 'application/x-www-form-urlencoded; charset=UTF-8', text: query(form) },
  })
  const CODE = {
    grant_type: 'authorization_code',
    client_id: 'spa',
    code: SECRETS[1] as string,
    redirect_uri: 'https://spa.example/cb',
  }

  it('has token requests as well, each evaluated whole', async () => {
    const basic = `Basic ${Buffer.from(`billing:${SECRETS[0]}`).toString('base64')}`
    const printed = await rehearse(
      'pages.har',
      har(
        get({ ...GOOD, client_id: 'spa', redirect_uri: 'https://spa.example/cb' }),
        post(CODE),
        post({ ...CODE, code_verifier: SECRETS[3] as string }),
        post({ grant_type: 'refresh_token', client_id: 'spa', refresh_token: SECRETS[2] as string }),
        post({ grant_type: 'refresh_token', client_id: 'billing', refresh_token: SECRETS[2] as string }, [
          { name: 'Authorization', value: basic },
        ]),
        post({ grant_type: 'password', client_id: 'legacy', username: 'alice', password: SECRETS[4] as string }),
        post({ grant_type: 'authorization_code', client_id: 'empty' }),
        post({ ...CODE, client_id: 'both', client_secret: SECRETS[0] as string, code_verifier: SECRETS[3] as string }, [
          { name: 'authorization', value: basic },
        ]),
      ),
      '--json',
    )
    const byId = Object.fromEntries(
      apps(printed).map((app) => [app['client_id'], [app['requests'], app['passing'], refs(app)]]),
    )
    expect([printed.code, byId]).toEqual([
      1,
      {
        spa: [4, 3, ['pkce_required']],
        billing: [1, 1, []],
        legacy: [1, 0, ['grant_type_unsupported']],
        empty: [1, 0, ['parameter_missing', 'parameter_missing', 'pkce_required']],
        both: [1, 0, ['several_client_authentications']],
      },
    ])
    const empty = apps(printed).find((app) => app['client_id'] === 'empty')
    expect(empty?.['refused_by'].map((cause: { description: string }) => cause.description)).toEqual([
      'code is missing',
      'redirect_uri is missing',
      'PKCE with S256 is required: code_verifier is missing',
    ])
  })

  it('whose forms were left out reports it', async () => {
    const { postData: _left, ...bare } = post(CODE)
    const { out } = await rehearse('bare.har', har(get(GOOD), bare))
    expect(out).toContain('The bodies of 1 token requests were not recorded')
  })

  it('gives forms as a list of parameters too', async () => {
    const params = [...new URLSearchParams(query(CODE))].map(([name, value]) => ({ name, value }))
    const form = { ...post(CODE), postData: { mimeType: 'application/x-www-form-urlencoded', params } }
    expect(refs(apps(await rehearse('list.har', har(form), '--json'))[0])).toEqual(['pkce_required'])
  })
})

describe('what is printed', () => {
  it('holds no code, secret, token, password, verifier, state, nonce or hint, in either form', async () => {
    const everything = {
      ...GOOD,
      redirect_uri: `https://alice:${SECRETS[4]}@app.example/cb?token=${SECRETS[2]}#${SECRETS[1]}`,
      state: 'state-in-the-log',
      nonce: 'nonce-in-the-log',
      login_hint: 'alice@example.com',
      id_token_hint: SECRETS[2],
      client_secret: SECRETS[0],
      code: SECRETS[1],
    }
    const token = {
      method: 'POST',
      url: 'https://id.example/token',
      headers: [{ name: 'Authorization', value: `Bearer ${SECRETS[2]}` }],
      postData: {
        mimeType: 'application/x-www-form-urlencoded',
        text: query({
          grant_type: 'authorization_code',
          code: SECRETS[1],
          client_secret: SECRETS[0],
          code_verifier: SECRETS[3],
          redirect_uri: everything.redirect_uri,
        }),
      },
    }
    const archive = JSON.stringify({
      log: {
        entries: [{ request: { method: 'GET', url: `https://id.example${target(everything)}` } }, { request: token }],
      },
    })
    for (const more of [[], ['--json']] as const)
      for (const [name, text] of [
        ['all.log', combined(target(everything))],
        ['all.har', archive],
      ] as const) {
        const { out, err } = await rehearse(name, text, ...more)
        for (const word of [...SECRETS, 'state-in-the-log', 'nonce-in-the-log', 'alice', CHALLENGE])
          expect(out + err).not.toContain(word)
      }
  })

  it('is safe to show: untrusted text stays on its line', async () => {
    const { out } = await rehearse(
      'odd.log',
      combined(target({ ...GOOD, client_id: "evil\u001b[31m'; rm -rf /\nnext" })),
    )
    expect(out).not.toContain('\u001b')
    expect(out).toContain("--name 'evil\ufffd[31m'\\''; rm -rf /\ufffdnext'")
  })

  it('leaves the folder as it was', async () => {
    await rehearse('alone.log', combined(target(GOOD)))
    const before = await readdir(folder)
    await portico(['rehearse', join(folder, 'alone.log')], {})
    await expect(readdir(folder)).resolves.toEqual(before)
  })
})

describe('a file that cannot be read ends with 2', () => {
  it.each([
    ['that is not there', 'missing.log', undefined, 'cannot be read (ENOENT)'],
    ['that is a damaged HAR file', 'half.har', '{"log":{"entries":[', 'HAR file is incomplete or damaged'],
    ['that is neither', 'poem.txt', 'Shall I compare thee\nto a log', 'is not a readable access log or HAR file'],
    [
      'in which nothing is for a provider',
      'web.log',
      combined('/index.html'),
      'none of them is an authorization request',
    ],
    ['that is empty', 'empty.log', '', 'is not a readable access log'],
    ['that is damaged as an archive', 'bad.log.gz', 'not packed', 'cannot be read (Z_DATA_ERROR)'],
  ])('%s', async (_, name, text, words) => {
    const { code, out, err } =
      text === undefined ? await portico(['rehearse', join(folder, name)], {}) : await rehearse(name, text)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(words)])
  })

  it('a folder', async () => await expect(portico(['rehearse', folder], {})).resolves.toMatchObject(ends(2, 'EISDIR')))

  it('without a file, usage', async () => await expect(portico('rehearse', {})).resolves.toMatchObject({ code: 2 }))
})
