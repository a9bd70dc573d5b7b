/** `--format` of the commands that print what an app needs: every library's block, with the secret once. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { newFolder } from '../support/new-folder.ts'
import { OWNER, startClientWorld } from './client-world.ts'

const SECRET = /sso_dev_[A-Za-z0-9_-]{43}/
const world = await startClientWorld('an embedded file')

const folder = newFolder()
const spa = (id: string): readonly string[] => {
  const what = ['--name', 'Spa', ...OWNER, '--type', 'public']
  return ['create', id, ...what, '--redirect-uri', `https://${id}.example/cb`]
}
const at = (name: string): string => join(folder, name)
const variablesIn = async (name: string) => parseEnv(await readFile(at(name), 'utf8'))

it('create prints the block in the format that is asked for, with the secret', async () => {
  const { code, out } = await world.create('printed', '--format', 'express-openid-connect')
  expect([code, out]).toEqual([0, expect.stringContaining('idTokenSigningAlg: "ES256"')])
  expect(out).toMatch(/^CLIENT_SECRET=sso_dev_[\w-]{43}$/m)
  expect(out).toContain('--- sso.js')
})

it('create puts the part with the secret into the file, and prints the other files of the block', async () => {
  const { code, out, err } = await world.create('filed', '--format', 'hono', '--to-env-file', at('hono.env'))
  const written = await readFile(at('hono.env'), 'utf8')
  expect([code, out]).toEqual([0, expect.stringMatching(/^\/\/ --- sso.js\n[^]*oidcAuthMiddleware/)])
  expect(out + err).not.toMatch(SECRET)
  expect(parseEnv(written)).toMatchObject({
    OIDC_CLIENT_ID: 'filed',
    OIDC_CLIENT_SECRET: expect.stringMatching(SECRET),
  })
  expect(err).toContain('hono.env; printed above: sso.js')
})

it('rotate-secret writes the block of that format to another file, with a new secret', async () => {
  await world.create('proxied', '--format', 'oauth2-proxy', '--to-env-file', at('proxy.env'))
  const line = 'rotate-secret proxied --yes --format oauth2-proxy --to-env-file'
  const refused = await world.client(line, at('proxy.env'))
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('proxy.env already contains OAUTH2_PROXY_')])
  expect((await world.client(line, at('proxy-2.env'))).code).toBe(0)
  const [before, after] = [await variablesIn('proxy.env'), await variablesIn('proxy-2.env')]
  expect(Object.keys(after)).toEqual(Object.keys(before))
  expect(after['OAUTH2_PROXY_CLIENT_SECRET']).toMatch(SECRET)
  expect(after['OAUTH2_PROXY_CLIENT_SECRET']).not.toBe(before['OAUTH2_PROXY_CLIENT_SECRET'])
})

it('rotate-secret with a format prints the whole block, without one the secret alone', async () => {
  await world.create('rotated')
  const [whole, alone] = [
    await world.client('rotate-secret rotated --format authlib --yes'),
    await world.client('rotate-secret', 'rotated', '--yes'),
  ]
  expect(whole.out).toMatch(/^OIDC_CLIENT_SECRET=sso_dev_[\w-]{43}$/m)
  expect(whole.out).toContain('code_challenge_method')
  expect(alone.out).toMatch(/^sso_dev_[\w-]{43}$/)
})

it('a format that is a complete file is written whole, readable by its owner only, and overwrites nothing', async () => {
  const { code } = await world.create('mail', '--format', 'dovecot', '--to-env-file', at('oauth2.conf.ext'))
  expect([code, (await stat(at('oauth2.conf.ext'))).mode & 0o777]).toEqual([0, 0o600])
  expect(await readFile(at('oauth2.conf.ext'), 'utf8')).toMatch(/^introspection_url = http:\/\/mail:sso_dev_/m)
  // Manual changes in it would be lost.
  const again = await world.client('rotate-secret mail --format dovecot --to-env-file', at('oauth2.conf.ext'), '--yes')
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('specify a new file')])
  const other = await world.create('mail-3', '--format', 'json', '--to-env-file', at('oauth2.conf.ext'))
  expect(other.code).toBe(1)
  expect(await world.idp.portico.clients.find('mail-3')).toBeUndefined()
})

describe('a format that does not fit the client is refused with the reason, and nothing is done', () => {
  it.each([
    [
      'a browser format for a client with a secret',
      'oidc-client-ts',
      [],
      'is for public clients, which have no secret',
    ],
    ['a library with another redirect URI', 'auth-js', [], '/api/auth/callback/sso'],
    ['a format that is unknown', 'fortran', [], '--format must be one of env, openid-client'],
  ] as const)('%s', async (_, format, more, words) => {
    const { code, err } = await world.create('misfit', '--format', format, ...more)
    expect([code, err]).toEqual([2, expect.stringContaining(words)])
    expect(await world.idp.portico.clients.find('misfit')).toBeUndefined()
  })

  it('a server format for a public client, also when its secret would be rotated', async () => {
    const { code, err } = await world.client(...spa('spa-1'), '--format', 'hono')
    expect([code, err]).toEqual([2, expect.stringContaining('Hono is for confidential clients')])
    const before = (await world.data('show', 'printed'))['secretCreatedAt']
    const rotated = await world.client('rotate-secret printed --format vite --yes')
    expect([rotated.code, (await world.data('show', 'printed'))['secretCreatedAt']]).toEqual([2, before])
  })
})

it('a redirect URI of another framework leads to its format, whose files are written', async () => {
  const line = [
    'create',
    'kit',
    ...OWNER,
    '--type',
    'confidential',
    '--redirect-uri',
    'https://kit.example/auth/callback/sso',
  ]
  const refused = await world.client(...line, '--format', 'auth-js')
  const words = 'register it as the first redirect URI, or use --format auth-js-express or auth-js-sveltekit'
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(words)])
  expect((await world.client(...line, '--format', 'auth-js-sveltekit', '--to-folder', at('kit'))).code).toBe(0)
  expect(await readFile(at('kit/src/routes/sign-out/+server.ts'), 'utf8')).toContain('"client_id", "kit"')
})

it('env has no secret to print and prints how to get a new one instead', async () => {
  const { code, out, err } = await world.client('env', 'printed', '--format', 'openid-client')
  expect(code).toBe(0)
  expect(out).toContain(
    '# OIDC_CLIENT_SECRET was shown once, when it was made; a new one: portico client rotate-secret printed',
  )
  expect(out).not.toMatch(/SECRET="?$/m)
  expect(err).toContain('portico client rotate-secret printed --format openid-client')
})

describe('the only copy of a secret is not written over', () => {
  it('by a format with the same variable', async () => {
    const text = 'OIDC_CLIENT_ID=crm\nOIDC_CLIENT_SECRET=theirs\n'
    await writeFile(at('theirs.env'), text)
    const { code, err } = await world.create('shop', '--format', 'authlib', '--to-env-file', at('theirs.env'))
    const words = expect.stringContaining('theirs.env already contains OIDC_CLIENT_SECRET')
    expect([code, err, await readFile(at('theirs.env'), 'utf8')]).toEqual([1, words, text])
    expect(await world.idp.portico.clients.find('shop')).toBeUndefined()
  })

  it('and the block of another client stays whole next to the new one', async () => {
    const text = 'SSO_CLIENT_ID=crm\nSSO_CLIENT_SECRET=theirs\n'
    await writeFile(at('both.env'), text)
    const { code } = await world.create('shop-2', '--format', 'authlib', '--to-env-file', at('both.env'))
    expect([code, (await readFile(at('both.env'), 'utf8')).startsWith(text)]).toEqual([0, true])
  })

  it('nor is a file of variables by what is no variable for this client', async () => {
    await writeFile(at('mine.env'), 'OTHER=1\n')
    const { code } = await world.client(...spa('spa-2'), '--format', 'openid-client', '--to-env-file', at('mine.env'))
    expect([code, await readFile(at('mine.env'), 'utf8')]).toEqual([1, 'OTHER=1\n'])
    expect(await world.idp.portico.clients.find('spa-2')).toBeUndefined()
  })
})
