/**
 * `--to-env-file` of `portico client create` and `client rotate-secret`: the secret is in the file
 * and on no screen, the rest of the file is as it was, and a secret that was made is never lost.
 */
import { rmSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { withBlock } from '../../lib/cli/env-file/env-file-text.ts'
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
  expect([code, out, err]).toEqual([0, '', 'fresh is registered; what the app needs is in .env.local'])
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
  const turned = await client('rotate-secret quiet --yes --json --to-env-file', file)
  expect(JSON.parse(turned.out)).toMatchObject({ clientId: 'quiet', envFile: file })
  expect(`${made.out}${made.err}${turned.out}${turned.err}`).not.toMatch(SECRET)
  expect(await introspection('quiet')).toBe(200)
})

it('rotate-secret replaces the lines of the block, and all else stays to the letter; others may no longer read it', async () => {
  await create('kept', '--to-env-file', file)
  const block = await text()
  const before = 'PORT=3000\n# mine: OIDC_ISSUER\nKEY="-----BEGIN\nOIDC_SCOPES=inside a key\nEND-----"\n\n'
  await writeFile(file, `${before}${block}\nLAST='it''s'  # odd but mine\n`)
  await chmod(file, 0o644)
  const { code, err } = await client('rotate-secret', 'kept', '--yes', '--to-env-file', file)
  expect([code, err]).toEqual([0, `kept has a new secret; what the app needs is in ${file}`])
  const after = await text()
  expect(after.replace(SECRET, '')).toBe(`${before}${block}\nLAST='it''s'  # odd but mine\n`.replace(SECRET, ''))
  expect(SECRET.exec(after)?.[0]).not.toBe(SECRET.exec(block)?.[0])
  expect(await modeOf(file)).toBe(0o600)
  expect(await introspection('kept')).toBe(200)
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
  ['a quote that is never closed', '.env.local', 'A=1\nKEY="open\nOIDC_ISSUER=x\n', 'line 2 of the file'],
  ['a variable of the block over several lines', '.env.local', 'OIDC_SCOPES="openid\nemail"\n', 'line 1 of the file'],
  ['a variable of the block in a command', '.env.local', 'A=1\n\nunset OIDC_ISSUER\n', 'line 3 of the file'],
  ['what is no text', '.env.local', Buffer.from([0xff, 0xfe, 0x00]), 'no text in UTF-8'],
  [
    'the secret of another client',
    '.env.local',
    'OIDC_CLIENT_ID=other\nOIDC_CLIENT_SECRET=theirs\n',
    'of another client, other',
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
  expect((await client('rotate-secret', 'nobody', '--yes', '--to-env-file', file)).code).toBe(1)
  expect((await client('rotate-secret', 'taken', '--to-env-file', file)).code).toBe(2)
  expect((await create('unnamed', '--to-env-file', '')).code).toBe(2)
  expect(await readdir(join(folder, 'app'))).toEqual([])
})

describe('the text of the file', () => {
  const BLOCK =
    '# Billing (billing) · live · issued by https://sso.example · 2026-11-21\nOIDC_ISSUER=new\nOIDC_CLIENT_ID=billing'

  it.each([
    ['is the block, in an empty file', '', `${BLOCK}\n`],
    ['has the block at its end, after an empty line', 'A=1', `A=1\n\n${BLOCK}\n`],
    ['keeps no more than one empty line before it', 'A=1\n\n\n', `A=1\n\n${BLOCK}\n`],
    [
      'has the block where the old one stood, with its comments',
      `A=1\n${BLOCK.replace('11-21', '01-01')}\n# mine\n`,
      `A=1\n${BLOCK}\n# mine\n`,
    ],
    [
      'drops what the block no longer has',
      'OIDC_POST_LOGOUT_REDIRECT_URI=x\nA=1\nOIDC_CLIENT_ID=billing\nOIDC_CLIENT_SECRET=old\n',
      `${BLOCK}\nA=1\n`,
    ],
    [
      'is written for a shell where it was',
      'export OIDC_ISSUER="old" # here\n',
      `${BLOCK.replaceAll('\nOIDC', '\nexport OIDC')}\n`,
    ],
    [
      'keeps the line ends of other systems',
      'A=1\r\nOIDC_ISSUER=old\r\nB=2\r\n',
      `A=1\r\n${BLOCK.replaceAll('\n', '\r\n')}\r\nB=2\r\n`,
    ],
    [
      'leaves names alone that only look alike',
      'MY_OIDC_ISSUER=a\nOIDC_ISSUER_URL=b\nX=$OIDC_ISSUER\n',
      `MY_OIDC_ISSUER=a\nOIDC_ISSUER_URL=b\nX=$OIDC_ISSUER\n\n${BLOCK}\n`,
    ],
  ])('%s', (_what, before, after) =>
    expect(withBlock(before, BLOCK, 'billing')).toEqual({ outcome: 'merged', text: after }),
  )

  it('a template with another name and no secret is filled in', () =>
    expect(withBlock('OIDC_CLIENT_ID=your-client\nOIDC_CLIENT_SECRET=\n', BLOCK, 'billing')).toMatchObject({
      outcome: 'merged',
    }))
})
