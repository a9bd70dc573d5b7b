/** A client's secret is in one answer and nowhere else (cases ADM-06, ADM-13; D-C3). */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { EnvironmentBlock } from '../../lib/domain/clients/blocks/block.ts'
import { blockParts, environmentBlock } from '../../lib/domain/clients/blocks/environment-block.ts'
import {
  ENVIRONMENT_FORMATS,
  environmentFormats,
  LIBRARY_FORMATS,
  unfitReason,
} from '../../lib/domain/clients/blocks/formats.ts'
import type { Page } from '../support/browser.ts'
import { newFolder } from '../support/new-folder.ts'
import { clientForm, formTo, registerInPanel, secretOn, textIn } from '../support/panel-visitor.ts'
import { partyOf } from '../support/registered-party.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'

const folder = newFolder()
const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
const { idp, admin } = await runningPanel({ clients: [], storage })

/** Everything that the store has written to its disk. */
const store = (): string =>
  readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('\n')
const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

describe('ADM-06: the secret', () => {
  it('is in the answer to the form and in no other: not in the store, the logs, a list, a page, an export', async () => {
    const created = await registerInPanel(admin, 'kept')
    const first = secretOn(created) ?? ''
    const rotated = secretOn(await admin.send(await admin.open('/clients/kept/rotate-secret'), '/rotate-secret')) ?? ''
    expect(first).toMatch(/^sso_dev_[A-Za-z0-9_-]{43}$/)
    expect(rotated).not.toBe(first)
    expect(created.answer.headers['cache-control']).toBe('no-store')

    const tabs = words`settings scopes security lifecycle activity configuration rotate-secret disable decommission consent-preview`
    const pages = [
      ...words`
        /clients /clients.csv /clients?q=kept /clients/new /search?q=kept /activity /activity/export
      `,
      ...tabs.map((tab) => `/clients/kept/${tab}`),
    ]
    const texts = await Promise.all(pages.map(async (path) => (await admin.open(path)).answer.text))
    const { csrf = '' } = formTo(await admin.open('/clients/kept/security'), '/sign-out').fields
    texts.push(
      (await admin.post('/clients/validate', { csrf, ...clientForm('kept') })).text,
      idp.log.text(),
      store(),
      JSON.stringify(await idp.portico.clients.find('kept')),
    )
    for (const text of texts) for (const secret of [first, rotated]) expect(text).not.toContain(secret)
    // The places were looked at, and hold what they may hold.
    expect(store()).toContain(hashOf(rotated))
    expect(texts[1]).toContain('"kept"')
    expect(idp.log.text()).toContain('request-completed')
  })

  it('is not given again when the form is sent again (reload, back, two clicks), and nothing is done twice', async () => {
    const form = await admin.open('/clients/new')
    const sent = clientForm('reloaded')
    const first = secretOn(await admin.send(form, '/admin/clients', sent)) ?? ''
    const again = await admin.send(form, '/admin/clients', sent)
    expect([again.answer.status, secretOn(again)]).toEqual([409, undefined])
    expect(textIn(again.answer.text)).toContain(
      'The reloaded already exists. Its secret was shown only once. If you’ve lost it, rotate it.',
    )
    expect((await idp.portico.clients.find('reloaded'))?.secretHash).toBe(hashOf(first))

    const rotation = await admin.open('/clients/reloaded/rotate-secret')
    const second = secretOn(await admin.send(rotation, '/rotate-secret')) ?? ''
    const repeated = await admin.send(rotation, '/rotate-secret')
    expect([repeated.answer.status, secretOn(repeated)]).toEqual([409, undefined])
    expect((await idp.portico.clients.find('reloaded'))?.secretHash).toBe(hashOf(second))
    const acts = (await idp.portico.audit.list({ client: 'reloaded', group: 'client' }, undefined, 10)).entries.map(
      ({ event }) => event,
    )
    expect(acts).toEqual(['client.secret-rotated', 'client.created'])
  })

  it('two clicks at the same moment, without scripts: the form acts once, and one answer has the secret', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = `clicked-${round}`
      const form = await admin.open('/clients/new')
      const answers = await Promise.all([0, 1, 2].map(() => admin.send(form, '/admin/clients', clientForm(id))))
      expect(answers.map(({ answer }) => answer.status).toSorted()).toEqual([200, 409, 409])
      const secrets = answers.map(secretOn).filter((secret) => secret !== undefined)
      expect(secrets.map(hashOf)).toEqual([(await idp.portico.clients.find(id))?.secretHash])
      for (const again of answers.filter(({ answer }) => answer.status === 409))
        expect(textIn(again.answer.text)).toContain('This was already done')
    }
  })

  it('its last use is shown on the page that rotates it', async () => {
    const secret = secretOn(await registerInPanel(admin, 'used')) ?? ''
    const shown = async (): Promise<string> => textIn((await admin.open('/clients/used/rotate-secret')).answer.text)
    expect(await shown()).toContain('The current secret hasn’t been used yet.')
    await partyOf(idp, 'used', `${secret}x`).introspect('x')
    expect(await shown()).toContain('The current secret hasn’t been used yet.')
    await partyOf(idp, 'used', secret).introspect('x')
    expect(await shown()).toMatch(/The current secret was last used (now|\d+ (?:second|minute)s? ago)\./)
  })

  it('is not forgotten by a form that was refused: the next try gives it', async () => {
    const form = await admin.open('/clients/new')
    const refused = (await admin.send(form, '/admin/clients', clientForm('second-try', { owner_email: '' }))) as Page
    expect(refused.answer.status).toBe(422)
    expect(secretOn(await admin.send(refused, '/admin/clients', clientForm('second-try')))).toMatch(/^sso_dev_/)
  })
})

const HOSTILE_NAMES = [
  '$(touch /tmp/pwned) `id`',
  'a"b\'c\\',
  'two\nOIDC_ISSUER=https://evil.example',
  '\u2028OIDC_ISSUER=https://evil.example',
  '# ; rm -rf /',
  '${HOME} %PATH% !x',
]
const HOSTILE_URI = "https://odd.example/cb?a=$(id)&b=it's;c=!d"

describe('ADM-13: the block', () => {
  const blockOf = (clientName: string, more: Partial<EnvironmentBlock['client']> = {}): EnvironmentBlock => ({
    client: {
      clientId: 'odd',
      clientName,
      type: 'confidential',
      environment: 'live',
      redirectUris: [HOSTILE_URI],
      postLogoutRedirectUris: ['https://odd.example/~x?y=1&z=$HOME'],
      scopes: ['openid', 'profile'],
      ...more,
    },
    issuer: 'https://sso.example.com/path',
    secret: 'sso_live_secret-value',
    at: new Date('2026-11-21T00:00:00Z'),
  })
  const EXPECTED = {
    OIDC_ISSUER: 'https://sso.example.com/path',
    OIDC_CLIENT_ID: 'odd',
    OIDC_CLIENT_SECRET: 'sso_live_secret-value',
    OIDC_REDIRECT_URI: HOSTILE_URI,
    OIDC_POST_LOGOUT_REDIRECT_URI: 'https://odd.example/~x?y=1&z=$HOME',
    OIDC_SCOPES: 'openid profile',
  }

  it.each(HOSTILE_NAMES)(
    'with the name %j has one assignment a line, and a shell that sources it only sets variables',
    (name) => {
      const text = environmentBlock(blockOf(name), 'env')
      const [comment, ...lines] = text.split('\n')
      expect(comment).toMatch(/^# /)
      expect(lines.map((line) => /^([A-Z_]+)=/.exec(line)?.[1])).toEqual(Object.keys(EXPECTED))
      const file = join(folder, 'block.env')
      writeFileSync(file, text)
      const shell = execFileSync(
        'sh',
        [
          '-c',
          `set -eu; before=$(ls ${folder}); . ${file}; test "$before" = "$(ls ${folder})"; export ${Object.keys(EXPECTED).join(' ')}; env`,
        ],
        { encoding: 'utf8', env: { HOME: '/nowhere', PATH: process.env.PATH } },
      )
      const set = Object.fromEntries(
        shell
          .trim()
          .split('\n')
          .filter((line) => line.startsWith('OIDC_'))
          .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
      )
      expect(set).toEqual(EXPECTED)
    },
  )

  it('is read by node --env-file as it was meant', () => {
    const file = join(folder, 'node.env')
    writeFileSync(
      file,
      environmentBlock(blockOf('Odd', { redirectUris: ['https://odd.example/cb?a=$(id)&b=1'] }), 'env'),
    )
    const read = execFileSync(process.execPath, [`--env-file=${file}`, '-p', 'JSON.stringify(process.env)'], {
      encoding: 'utf8',
    })
    expect(JSON.parse(read)).toMatchObject({ ...EXPECTED, OIDC_REDIRECT_URI: 'https://odd.example/cb?a=$(id)&b=1' })
  })

  it.each(ENVIRONMENT_FORMATS)('in the format %s stays one statement a line, whatever the name', (format) => {
    for (const name of HOSTILE_NAMES) {
      const [hostile, plain] = [name, 'Odd'].map((clientName) =>
        environmentBlock(blockOf(clientName), format)
          .split(/[\n\r\u2028\u2029]/)
          // What is created again for each block.
          .map((line) => line.replace(/= ?"?(?:[\w-]{43}|[0-9a-f]{32})"?$/, '=own')),
      ) as [string[], string[]]
      // Only the comment contains the name.
      expect(hostile.filter((line) => !/^(#|\/\/)/.test(line))).toEqual(plain.filter((line) => !/^(#|\/\/)/.test(line)))
    }
  })

  it('in the format openid-client is a module that reads the secret from .env: for https nothing insecure', () => {
    const block = blockOf('Odd', { redirectUris: ['https://odd.example/cb'] })
    const [variables, module, ...others] = blockParts(block, 'openid-client')
    const heading = 'Odd (odd) · live · issued by https://sso.example.com/path · 2026-11-21'
    expect([variables?.text, others]).toEqual([`# ${heading}\nOIDC_CLIENT_SECRET=sso_live_secret-value`, []])
    expect(module?.text.split('\n').slice(0, 7)).toEqual([
      `// ${heading}`,
      '// npm install openid-client; node --env-file=.env',
      'import * as oidc from "openid-client"',
      '',
      'export const config = await oidc.discovery(new URL("https://sso.example.com/path"), "odd", {}, oidc.ClientSecretBasic(process.env.OIDC_CLIENT_SECRET))',
      'export const redirectUri = "https://odd.example/cb"',
      'export const scope = "openid profile"',
    ])
    expect(module?.text).not.toMatch(/sso_live|allowInsecureRequests/)
  })

  it('of a public client in the format openid-client authenticates with nothing', () => {
    const text = environmentBlock(blockOf('Odd', { type: 'public' }), 'openid-client')
    expect(text).toContain('oidc.None())')
    expect(text).not.toMatch(/secret/i)
  })

  const FITTING = { confidential: 'https://odd.example/api/auth/callback/sso', public: 'https://odd.example/cb' }

  it.each(LIBRARY_FORMATS)(
    'in the format %s has its secret in the first part alone, and shows how to get a new one',
    (format) => {
      const type = environmentFormats({ type: 'public', redirectUris: [FITTING.public] }).includes(format)
        ? 'public'
        : 'confidential'
      const block = blockOf('Odd', { type, redirectUris: [FITTING[type]] })
      const holders = (secret: string | undefined): readonly boolean[] =>
        blockParts({ ...block, secret }, format).map(({ text }) => text.includes('sso_live_secret-value'))
      expect(holders(block.secret)).toEqual(
        blockParts(block, format).map((_, index) => index === 0 && type === 'confidential'),
      )
      expect(holders(undefined)).not.toContain(true)
      if (type === 'public' || format === 'json') return
      const gone = environmentBlock({ ...block, secret: undefined }, format)
      expect(gone).toContain('was shown once, when it was made; a new one: portico client rotate-secret odd')
      expect(gone).not.toMatch(/secret"?\s*[=:]\s*(?:""|'')?$/im)
    },
  )

  it('of a public client has no secret in any format, and browser formats are for public clients only', () => {
    const spa = blockOf('Spa', { type: 'public', redirectUris: [FITTING.public] })
    // Kubernetes calls what holds the variables so.
    for (const format of environmentFormats(spa.client))
      expect(environmentBlock(spa, format).replaceAll(/kind: Secret|secret\.yaml|secretRef/g, '')).not.toMatch(
        /secret/i,
      )
    const browser = words`oidc-client-ts keycloak-js vite next`
    const otherUris = words`auth-js-express auth-js-sveltekit allauth spring`
    expect(environmentFormats(spa.client)).toEqual(
      words`env openid-client oidc-client-ts keycloak-js kubernetes json vite next`,
    )
    expect(environmentFormats({ type: 'confidential', redirectUris: [FITTING.confidential] })).toEqual(
      LIBRARY_FORMATS.filter((format) => ![...browser, ...otherUris].includes(format)),
    )
  })

  it.each([
    ['vite', 'confidential', FITTING.confidential, 'Vite is for public clients'],
    ['hono', 'public', FITTING.public, 'Hono is for confidential clients'],
    [
      'auth-js',
      'confidential',
      FITTING.public,
      'Auth.js 5 returns to a URL such as https://YOUR-APP/api/auth/callback/sso',
    ],
  ] as const)('the format %s states why it does not fit a %s client at %s', (format, type, uri, words) =>
    expect(unfitReason({ type, redirectUris: [uri] }, format)).toContain(words),
  )

  it('lists the other redirect URIs, and never has an empty secret', () => {
    const { secret: _left, ...block } = blockOf('Odd', {
      redirectUris: ['https://odd.example/a', 'https://odd.example/b'],
    })
    const lines = environmentBlock({ ...block, secret: undefined }, 'env').split('\n')
    expect(lines).toContain('# also registered: https://odd.example/b')
    expect(lines.filter((line) => line.includes('OIDC_CLIENT_SECRET'))).toEqual([
      '# OIDC_CLIENT_SECRET was shown once, when it was made; a new one: portico client rotate-secret odd',
    ])
  })

  it('on the page is what the formatter gives, escaped', async () => {
    const page = await registerInPanel(admin, 'named', { name: '</textarea><script>alert(1)</script> $(id)' })
    expect(page.answer.text).not.toContain('<script>alert(1)')
    expect(page.answer.text).toContain('# &lt;/textarea>&lt;script>alert(1)&lt;/script> $(id) (named)')
  })
})
