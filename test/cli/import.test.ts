/** `portico import` and `portico export`: users and clients as lines of a file, next to a running service. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { person } from '../support/actors.ts'
import { ALICE } from '../support/fixtures.ts'
import {
  argon2Hash,
  bcryptHash,
  betterAuthHash,
  keycloakArgon2,
  keycloakPbkdf2,
  passlibHash,
} from '../support/imported-hashes.ts'
import { newFolder } from '../support/new-folder.ts'
import { relyingParty } from '../support/relying-party.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { ends, type Printed, portico, porticoProcess } from './portico.ts'

const PASSWORD = 'of the place before'
const SECRET = 'a-secret-that-the-app-has-had-for-years-0123456789'

type Line = Readonly<Record<string, unknown>>
const userLine = (username: string, more: Line = {}): Line => ({
  type: 'user',
  sub: `imported|${username}`,
  username,
  email: `${username}@external.example`,
  email_verified: true,
  ...more,
})
const clientLine = (id: string, more: Line = {}): Line => ({
  type: 'client',
  client_id: id,
  client_type: 'confidential',
  redirect_uris: [`https://${id}.external.example/callback`],
  ...more,
})

const PEOPLE: readonly Line[] = [
  userLine('mona', { password_hash: bcryptHash(PASSWORD), name: 'Mona Lisa', roles: ['staff', 'billing:clerk'] }),
  userLine('noel', {
    password_hash: keycloakPbkdf2(PASSWORD),
    given_name: 'Noël',
    locale: 'fr',
    zoneinfo: 'Europe/Paris',
  }),
  userLine('olga', { password_hash: keycloakArgon2(PASSWORD), status: 'suspended' }),
  userLine('paul', { password_hash: passlibHash(PASSWORD), picture: 'https://example.com/paul.png' }),
  userLine('quin', { password_hash: argon2Hash(PASSWORD), must_change_password: true, permissions: ['a:b'] }),
  userLine('rosa', { claims: { groups: ['finance'], team: 'Mona \u202eLisa' } }),
]
const APPS: readonly Line[] = [
  clientLine('with-secret', { client_secret: SECRET, consent: 'trusted', access: { roles: ['staff'] } }),
  clientLine('without-secret', { client_name: 'Without', owner_email: 'owner@example.com', status: 'disabled' }),
  clientLine('in-browsers', { client_type: 'public', scopes: ['openid', 'email'] }),
  {
    type: 'client',
    client_id: 'the-wiki',
    client_type: 'confidential',
    gate: { url: 'https://wiki.external.example' },
  },
]

let files = 0
const folder = newFolder()

async function fileOf(lines: readonly (Line | string)[]): Promise<string> {
  const path = join(folder, `lines-${(files += 1)}.jsonl`)
  await writeFile(path, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''))
  return path
}

describe.each(STORES)('on %s', (kind) => {
  let world: ClientWorld
  beforeAll(async () => {
    world = await startClientWorld(kind)
  })
  const imported = async (lines: readonly (Line | string)[], ...options: readonly string[]): Promise<Printed> =>
    portico(['import', await fileOf(lines), ...options], world.env)
  const exported = async (...options: readonly string[]): Promise<string> => {
    const path = join(folder, `export-${(files += 1)}.jsonl`)
    const { code, err } = await portico(['export', '--to', path, ...options], world.env)
    if (code !== 0) throw new Error(err)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    return path
  }
  const ALL = ['--with-password-hashes', '--with-secret-hashes']
  const accounts = () => world.accounts

  it('a dry run checks everything and writes nothing', async () => {
    const { code, out, err } = await imported([...PEOPLE, ...APPS], '--dry-run', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ dryRun: true, lines: 10, users: 6, clients: 4, unchanged: 0, refused: 0 })
    expect(err).toContain('nothing was written')
    expect(await accounts().accountByUsername('mona')).toBeUndefined()
    expect((await world.client('show', 'with-secret')).code).toBe(1)
    const { entries } = await world.idp.portico.audit.list({ group: 'account' }, undefined, 50)
    expect(entries.filter(({ event }) => event.startsWith('account.import'))).toEqual([])
  })

  it('users and clients of other systems sign in, with the passwords and the secret of there', async () => {
    const { code, err } = await imported(['', ...PEOPLE, ...APPS])
    expect(err).toContain('6 users and 4 clients created, 0 unchanged, 0 refused')
    expect(err).toContain('portico client rotate-secret without-secret')
    expect(err).toContain(
      'because of bcrypt cost 4, each sign-in costs as much as 0.1 additional password hashes until the format expires in 180 days',
    )
    expect(err).not.toContain('rotate-secret the-wiki')
    expect(code).toBe(0)
    const app = relyingParty(world.idp, {
      client_id: 'with-secret',
      client_type: 'confidential',
      client_secret: SECRET,
      redirect_uris: ['https://with-secret.external.example/callback'],
    })
    const tokens = await person(world.idp, { username: 'mona', password: PASSWORD }).signIn(app, {
      scope: 'openid profile email',
    })
    expect((await app.userinfo(tokens.access_token)).json()).toMatchObject({
      sub: 'imported|mona',
      email: 'mona@external.example',
      email_verified: true,
    })
    for (const username of ['noel', 'paul', 'quin@external.example'])
      expect([username, await accounts().authenticate({ username, password: PASSWORD })]).toMatchObject([
        username,
        { active: true },
      ])
    expect(await accounts().authenticate({ username: 'olga', password: PASSWORD })).toMatchObject({ active: false })
    expect(await accounts().authenticate({ username: 'rosa', password: '' })).toBeUndefined()
    expect((await accounts().account('imported|quin'))?.mustChangePassword).toBe(true)
  })

  it('stands in the trail as one run, each client on its own, with no user', async () => {
    const { entries } = await world.idp.portico.audit.list({ group: 'account' }, undefined, 50)
    expect(entries.filter(({ actor }) => actor === 'command line').map(({ event, detail }) => [event, detail])).toEqual(
      [
        ['account.import-ended', expect.stringMatching(/^6 users and 4 clients created, .*, sha256 [0-9a-f]{64}$/)],
        ['account.import-started', expect.stringMatching(/^11 lines, sha256 [0-9a-f]{64}$/)],
      ],
    )
    expect(await world.operations('with-secret')).toMatchObject([{ event: 'client.created', actor: 'command line' }])
  })

  it('the same file once more changes nothing, also after users have signed in', async () => {
    const { code, err } = await imported(['', ...PEOPLE, ...APPS])
    expect([code, err]).toEqual([0, expect.stringContaining('0 users and 0 clients created, 10 unchanged, 0 refused')])
  })

  it('what is different is a conflict, named by its fields and not by its values', async () => {
    const lines = [
      { ...PEOPLE[0], name: 'Mona', roles: ['staff'] },
      { ...PEOPLE[1], password_hash: keycloakPbkdf2('another') },
      { ...APPS[2], scopes: ['openid'] },
      { ...APPS[0], client_secret: `another-${SECRET}` },
    ]
    for (const option of [['--dry-run'], []]) {
      const { code, err } = await imported(lines, ...option)
      expect(code).toBe(1)
      const conflict = (what: string, fields: string): string =>
        `conflict: the ${what} is there already, with another ${fields}; nothing was changed`
      expect(err.split('\n').toSorted()).toEqual(
        expect.arrayContaining([
          `line 1: ${conflict('user', 'name, roles')}`,
          `line 2: ${conflict('user', 'password_hash')}`,
          `line 3: ${conflict('client', 'scopes')}`,
          `line 4: ${conflict('client', 'client_secret_sha256')}`,
        ]),
      )
    }
    expect((await accounts().account('imported|mona'))?.person.roles).toEqual(['staff', 'billing:clerk'])
  })

  it('lines that cannot be used are refused with number and reason, alike in a dry run, and the others are in', async () => {
    const cases: readonly (readonly [line: Line | string, reason: string])[] = [
      [{ ...userLine('a1'), type: 'person' }, 'type must be "user" or "client"'],
      [userLine('a2', { nickname: 'x' }), 'nickname: unknown key'],
      [userLine('a3', { e_mail: 'x' }), 'e_mail: unknown key, did you mean email?'],
      [userLine('a4', { sub: undefined }), 'sub is missing'],
      [userLine('a5', { password: 'open sesame' }), 'passwords in clear are not taken'],
      [userLine('a6', { password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' }), 'in no form that is known'],
      [userLine('a0', { password_hash: betterAuthHash(PASSWORD) }), 'one form more than can be checked'],
      [userLine('a7', { password_hash: `$2b$14$${'a'.repeat(53)}` }), "more than 3 of the service's own hashes"],
      [userLine('a8', { email: 'nowhere' }), 'email: expected an email address'],
      [userLine('a9', { username: 'a\u200b9' }), 'username: this cannot be one'],
      [userLine('b1', { username: 'MONA' }), 'username: another account has it'],
      [userLine('b2', { email: 'Mona@external.example' }), 'email: verified, it signs another account in'],
      [
        userLine('noel@external.example', { email: undefined }),
        'username: it is the verified address of another account',
      ],
      [userLine('b3', { sub: ALICE.sub }), 'sub: the account comes from the configuration'],
      [userLine('twice'), ''],
      [userLine('b4', { sub: 'imported|twice' }), 'sub: the same as in line 15'],
      [userLine('b5', { username: 'Twice' }), 'username: the same as in line 15'],
      [userLine('b6', { email: 'TWICE@external.example' }), 'email: the same as in line 15'],
      [userLine('twice@external.example', { email: undefined }), 'username: the same as in line 15'],
      [clientLine('c1x', { redirect_uris: ['http://external.example/'] }), 'redirect_uris: expected https'],
      [clientLine('c2x', { redirect_uris: APPS[0]?.redirect_uris }), 'belongs to the client with-secret'],
      [clientLine('c3x', { client_type: 'public', client_secret: SECRET }), 'no secret in a public client'],
      [clientLine('c4x', { client_secret: 'short' }), 'client_secret: expected 32 or more characters'],
      [clientLine('sso-admin'), 'an id that the service does not use itself'],
      [clientLine('c5x', { secret: SECRET }), 'secret: unknown key'],
      [clientLine('c6x', { client_secret: SECRET, client_secret_sha256: 'a'.repeat(43) }), 'not both'],
      ['{"type":"user"', 'not JSON: expected a comma or } at column 15'],
      [userLine('b7', { name: 'x'.repeat(32 * 1_048_576) }), 'the line is longer than 1 MiB'],
      [userLine('b9', { roles: ['Head of IT'] }), 'roles: expected lowercase letters'],
      [userLine('b8', { name: 'Ada\u202egnp.exe' }), 'name: expected a text without invisible characters'],
    ]
    const lines = cases.map(([line]) => line)
    for (const option of [['--dry-run'], []]) {
      const { code, err } = await imported(lines, ...option)
      const reasons = new Map(err.split('\n').map((line) => [Number(/^line (\d+): /.exec(line)?.[1]), line]))
      for (const [index, [, reason]] of cases.entries())
        expect([index + 1, reasons.get(index + 1) ?? '']).toEqual([index + 1, expect.stringContaining(reason)])
      expect(reasons.has(15)).toBe(false)
      expect(code).toBe(1)
      for (const hidden of [SECRET, 'open sesame', '5f4dcc3b', 'nowhere']) expect(err).not.toContain(hidden)
    }
    expect(await accounts().accountByUsername('twice')).toMatchObject({ sub: 'imported|twice' })
  })

  it('exported data can be imported into another store, and its export there is the same', async () => {
    const path = await exported(...ALL)
    const text = await readFile(path, 'utf8')
    expect(text).toContain('Mona \\u202eLisa')
    expect(text).not.toContain(ALICE.sub)
    const other = await startClientWorld(kind === 'Redis' ? 'an embedded file' : 'Redis')
    expect((await portico(['import', path], other.env)).code).toBe(0)
    const again = `${path}.again`
    await portico(['export', '--to', again, ...ALL], other.env)
    const sorted = (lines: string): readonly string[] => lines.split('\n').toSorted()
    expect(sorted(await readFile(again, 'utf8'))).toEqual(sorted(text))
    expect(await other.idp.portico.accounts?.authenticate({ username: 'paul', password: PASSWORD })).toBeDefined()
  })

  it('is exported without hashes unless they are asked for, and hashes go to no terminal', async () => {
    const { code, out, err } = await portico('export', world.env)
    expect({ code, err }).toMatchObject(ends(0, /^\d+ lines\nnot exported: \d+ users and \d+ clients from the config/))
    expect(out).toContain('"username":"mona"')
    expect(out).toContain('"client_id":"in-browsers"')
    expect(out).not.toMatch(/password_hash|secret_|argon2|\$2b/)
    expect((await portico('export --users', world.env)).out).not.toContain('"type":"client"')
    expect((await portico('export --clients', world.env)).out).not.toContain('"type":"user"')
    for (const option of ALL) expect((await portico(['export', option], world.env)).code).toBe(2)
    const path = await exported()
    expect(await portico(['export', '--to', path], world.env)).toMatchObject(ends(2, 'already exists'))
  })

  it('status counts users who have not signed in since, and drops forms without users', async () => {
    const bcrypt = 'bcrypt cost 4'
    const seen = async (): Promise<Line> => JSON.parse((await portico('import status --json', world.env)).out) as Line
    await imported([userLine('sven', { password_hash: bcryptHash(PASSWORD) })])
    const { [bcrypt]: left, ...others } = await seen()
    expect(left).toBe(1)
    expect(new Set(Object.values(others))).toEqual(new Set([0]))
    expect(await seen()).toEqual({ [bcrypt]: 1 })
    await accounts().authenticate({ username: 'sven', password: PASSWORD })
    // The hash is replaced a moment after the sign-in.
    while ((await seen())[bcrypt] !== undefined);
    expect(await portico('import status', world.env)).toEqual({ code: 0, out: '', err: 'no imported hashes are left' })
  })
})

describe('a file that cannot be used (2)', () => {
  let world: ClientWorld
  beforeAll(async () => {
    world = await startClientWorld('an embedded file')
  })

  it.each([
    ['is not there', undefined, 'cannot be read (ENOENT)'],
    ['is the export of another system as it is', ['{', '  "realm": "acme"', '}'], 'does not begin with a line such as'],
    ['is empty', [], 'does not begin with a line such as'],
  ])('%s', async (_name, lines, words) => {
    const path = lines === undefined ? join(folder, 'nowhere') : await fileOf(lines)
    expect(await portico(['import', path], world.env)).toMatchObject({ code: 2, err: expect.stringContaining(words) })
  })

  it('needs a package that is not there', async () => {
    const hook = `import { registerHooks } from 'node:module'
      registerHooks({ resolve: (name, context, next) => { if (name === 'bcrypt') throw new Error('gone'); return next(name, context) } })`
    const path = await fileOf([userLine('needy', { password_hash: bcryptHash(PASSWORD) })])
    const { code, err } = await porticoProcess(['import', path], {
      ...world.env,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(hook)}`,
    })
    expect([code, err]).toEqual([2, expect.stringContaining('npm install bcrypt')])
    expect(await world.idp.portico.accounts?.accountByUsername('needy')).toBeUndefined()
  })
})
