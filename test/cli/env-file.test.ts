/**
 * `--to-env-file` of `portico client create` and `client rotate-secret`: the secret is in the file
 * and on no screen, no line of the file changes, and a secret that was made is never lost.
 */
import { rmSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { withPart } from '../../lib/cli/env-file/env-file-text.ts'
import { run } from '../../lib/cli/run.ts'
import { newFolder } from '../support/new-folder.ts'
import { creation, startClientWorld } from './client-world.ts'
import { porticoProcess } from './portico.ts'

const SECRET = /sso_dev_[A-Za-z0-9_-]{43}/
let folder: string
let file: string
const world = await startClientWorld('an embedded file')
beforeEach(async () => {
  folder = newFolder()
  await mkdir(join(folder, 'app'))
  file = join(folder, 'app', '.env.local')
})

const { client, create } = world
const text = (): Promise<string> => readFile(file, 'utf8')
const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777
/** How the service takes the secret that is in the file. */
const introspection = async (id: string): Promise<number> =>
  (await world.party(id, parseEnv(await text())['OIDC_CLIENT_SECRET']).introspect('x')).status
const exists = async (id: string): Promise<boolean> => (await world.idp.portico.clients.find(id)) !== undefined

it('create writes the block to a new file that only its owner reads, and prints no secret', async () => {
  const typed = ['client', ...creation('fresh', '--to-env-file', '.env.local')]
  const { code, out, err } = await porticoProcess(typed, world.env, join(folder, 'app'))
  expect([code, out, err]).toEqual([0, '', "fresh is registered; the app's configuration is in .env.local"])
  expect(await modeOf(file)).toBe(0o600)
  expect(parseEnv(await text())).toMatchObject({
    OIDC_ISSUER: world.idp.issuer,
    OIDC_CLIENT_ID: 'fresh',
    OIDC_REDIRECT_URI: 'https://fresh.example/callback',
  })
  expect(await introspection('fresh')).toBe(200)
  expect(await readdir(join(folder, 'app'))).toEqual(['.env.local'])
})

it('with --json the answer is the client and the path, without the secret', async () => {
  const made = await create('quiet', '--to-env-file', file, '--json')
  expect(JSON.parse(made.out)).toMatchObject({ clientId: 'quiet', envFile: file })
  await rm(file)
  const turned = await client('rotate-secret quiet --yes --json --to-env-file', file)
  expect(JSON.parse(turned.out)).toMatchObject({ clientId: 'quiet', envFile: file })
  expect(`${made.out}${made.err}${turned.out}${turned.err}`).not.toMatch(SECRET)
  expect(await introspection('quiet')).toBe(200)
})

it('rotate-secret appends to a file, and all that stands there stays; others may no longer read it', async () => {
  await create('kept')
  const before =
    "PORT=3000\n# mine: OIDC_ISSUER=x\nKEY=\"-----BEGIN\ninside a key\nEND-----\"\nLAST='it's'  # odd but mine\n"
  await writeFile(file, before)
  await chmod(file, 0o644)
  const { code, err } = await client('rotate-secret', 'kept', '--yes', '--to-env-file', file)
  expect([code, err]).toEqual([0, `kept has a new secret; the app's configuration is in ${file}`])
  expect(await text()).toMatch(
    /^PORT=3000\n[^]*# odd but mine\n\n# The kept \(kept\) [^]*\nOIDC_CLIENT_SECRET=sso_dev_/,
  )
  expect((await text()).startsWith(before)).toBe(true)
  expect(await modeOf(file)).toBe(0o600)
  expect(await introspection('kept')).toBe(200)
})

it('create writes all files of a format to a folder, and none over another', async () => {
  const shop = join(folder, 'shop')
  const line = (id: string, ...more: readonly string[]) =>
    client(...creation(id, '--format', 'hono', '--to-folder', shop, ...more))
  const { code, out, err } = await line('shop')
  const written = `${join(shop, '.env')}, ${join(shop, 'sso.js')}`
  expect([code, out, err]).toEqual([0, '', `shop is registered; the app's configuration is in ${written}`])
  expect((await readdir(shop)).toSorted()).toEqual(['.env', 'sso.js'])
  expect(await modeOf(join(shop, '.env'))).toBe(0o600)
  expect(await readFile(join(shop, '.env'), 'utf8')).toMatch(SECRET)
  const taken = `${join(shop, 'sso.js')} already exists; nothing was done`
  expect(await line('second')).toMatchObject({ code: 1, out: '', err: taken })
  expect(await exists('second')).toBe(false)
})

it("no command writes an app's BASE_URL to the file that it reads itself", async () => {
  const typed = ['client', ...creation('own', '--format', 'express-openid-connect', '--to-folder', '.')]
  const { code, err } = await porticoProcess(typed, world.env, folder)
  expect([code, err]).toEqual([
    1,
    expect.stringContaining("is also Portico's own file, which would get another BASE_URL"),
  ])
  expect(await exists('own')).toBe(false)
})

it.each([
  [['--format', 'mod-auth-openidc'], '--to-folder does not support mod-auth-openidc'],
  [['--to-env-file', 'x'], 'leave out --to-env-file'],
])('--to-folder with %j is a wrong line', async (more, words) => {
  const { code, err } = await client(...creation('third', '--to-folder', folder, ...more))
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
})

it('neither command writes over a block, its own or that of another client', async () => {
  await create('first', '--to-env-file', file)
  const before = await text()
  for (const line of [creation('second'), ['rotate-secret', 'first', '--yes']]) {
    const { code, out, err } = await client(...line, '--to-env-file', file)
    const words = `${file} already contains OIDC_ISSUER; remove it from the file, or specify a different file; nothing was done`
    expect([code, out, err]).toEqual([1, '', words])
  }
  expect(await text()).toBe(before)
  expect(await exists('second')).toBe(false)
  expect(await introspection('first')).toBe(200)
})

it('a link is not followed: neither the file that it leads to nor the link changes', async () => {
  const link = join(folder, 'app', 'link.env')
  await writeFile(file, 'PORT=3000\n')
  await symlink('.env.local', link)
  const refused = await create('linked', '--to-env-file', link)
  expect([refused.code, refused.err]).toEqual([expect.any(Number), expect.stringContaining('is a symbolic link')])
  expect(refused.code).not.toBe(0)
  expect((await lstat(link)).isSymbolicLink()).toBe(true)
  expect(await text()).toBe('PORT=3000\n')
})

it.each([
  ['a folder that is not there', 'nowhere/.env', undefined, 'ENOENT'],
  ['a folder in its place', '.', undefined, 'EISDIR'],
  ['a quote that is never closed', '.env.local', 'A=1\nKEY="open\n', 'contains an unclosed quote'],
  ['what is no text', '.env.local', Buffer.from([0xff, 0xfe, 0x00]), 'not UTF-8 text'],
  [
    'a variable of another client',
    '.env.local',
    'A=1\nOIDC_CLIENT_ID=other\n',
    '.env.local already contains OIDC_CLIENT_ID',
  ],
] as const)(
  '%s is reported before anything is done: no client, no new secret, and the file as it was',
  async (_what, name, content, said) => {
    const path = join(folder, 'app', name)
    await create('standing')
    if (content !== undefined) await writeFile(file, content)
    const refused = await create('never', '--to-env-file', path)
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(said) })
    expect(refused.err).toMatch(/; nothing was done$/)
    expect(await exists('never')).toBe(false)
    const { version } = (await world.idp.portico.clients.find('standing')) ?? {}
    expect((await client('rotate-secret', 'standing', '--yes', '--to-env-file', path)).code).toBe(1)
    expect((await world.idp.portico.clients.find('standing'))?.version).toBe(version)
    expect(await readdir(join(folder, 'app'))).toEqual(content === undefined ? [] : ['.env.local'])
    if (content !== undefined) expect(await readFile(file)).toEqual(Buffer.from(content))
  },
)

it.each([
  [[], /^# The lost-0 [^]*OIDC_CLIENT_SECRET=sso_dev_/],
  [['--json'], /"clientSecret": "sso_dev_/],
] as const)(
  'a file that can no longer be written after the operation costs no secret: it is printed, with the reason (%j)',
  async (more, printed) => {
    const id = `lost-${more.length}`
    const [out, err]: [string[], string[]] = [[], []]
    const code = await run(['client', ...creation(id, '--to-env-file', file, ...more)], {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      ask: async () => undefined,
      // It is read when the store is opened: after the file was looked at, before the client is made.
      get env() {
        rmSync(join(folder, 'app'), { recursive: true, force: true })
        return world.env
      },
    })
    expect(code).toBe(1)
    expect(out.join('\n')).toMatch(printed)
    expect(err).toEqual([
      expect.stringMatching(new RegExp(`^${id} is registered, but the file .*\\(ENOENT\\); .* printed instead`)),
    ])
    expect(err.join()).not.toMatch(SECRET)
  },
)

it('what is refused for other reasons leaves no file behind', async () => {
  await create('taken')
  expect((await create('taken', '--to-env-file', file)).code).toBe(1)
  expect((await client('rotate-secret', 'unknown', '--yes', '--to-env-file', file)).code).toBe(1)
  expect((await client('rotate-secret', 'taken', '--to-env-file', file)).code).toBe(2)
  expect((await create('unnamed', '--to-env-file', '')).code).toBe(2)
  expect(await readdir(join(folder, 'app'))).toEqual([])
})

describe('the text of the file', () => {
  const BLOCK = '# Billing (billing) · live\nOIDC_ISSUER=new\nOIDC_SCOPES="openid profile"'
  const NAMES = ['OIDC_ISSUER', 'OIDC_SCOPES', 'OIDC_CLIENT_SECRET']
  const written = (before: string, kind: 'variables' | 'file' = 'variables') =>
    withPart(before, { kind, text: BLOCK }, NAMES)

  it.each([
    ['is the block, where there was none', '', `${BLOCK}\n`],
    ['is the block, where it was empty lines', '\n \n', `${BLOCK}\n`],
    ['has the block at its end, after an empty line', 'A=1\n', `A=1\n\n${BLOCK}\n`],
    ['gets the end of its last line', 'A=1', `A=1\n\n${BLOCK}\n`],
    ['has the line ends of other systems', 'A=1\r\nB=2', `A=1\r\nB=2\r\n\r\n${BLOCK.replaceAll('\n', '\r\n')}\r\n`],
  ])('%s', (_what, before, after) => expect(written(before)).toEqual({ outcome: 'appended', text: after }))

  it.each([
    'MY_OIDC_ISSUER=a',
    'OIDC_ISSUER_URL=b',
    'X=$OIDC_ISSUER',
    'X=${OIDC_ISSUER:-c}',
    '# OIDC_ISSUER=d',
    '  # OIDC_ISSUER: e',
    'unset OIDC_ISSUER',
    'A=it\'s # "',
    'A="two\nlines"',
  ])('has no variable of the block, and the block is appended: %j', (line) =>
    expect(written(`${line}\n`)).toEqual({ outcome: 'appended', text: `${line}\n\n${BLOCK}\n` }),
  )

  it.each([
    'OIDC_SCOPES=',
    'OIDC_SCOPES="openid\nemail"',
    'export OIDC_SCOPES=x',
    ' OIDC_SCOPES = x',
    'OIDC_SCOPES: x',
    'A=1; OIDC_SCOPES=x',
    'OIDC_SCOPES=x\r\nB=2\r',
  ])('has a variable of the block: %j', (line) =>
    expect(written(`A=1\n${line}\n`)).toEqual({ outcome: 'variable-exists', name: 'OIDC_SCOPES' }),
  )

  it.each(['A="open', "A='open", 'A=`open', 'A=1\nB="two\nlines'])('leaves a quote open: %j', (before) =>
    expect(written(before)).toEqual({ outcome: 'open-quote' }),
  )

  it('is the whole file, or none, in a format that is a complete file', () => {
    expect(written('\n', 'file')).toEqual({ outcome: 'appended', text: `${BLOCK}\n` })
    expect(written('A=1\n', 'file')).toEqual({ outcome: 'not-empty' })
  })
})
