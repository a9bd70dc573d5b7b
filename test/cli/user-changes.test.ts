/** `portico user update|require-password|delete` and `portico role …`, next to a serving process. */
import { join } from 'node:path'
import { emptyFolder } from '../examples/process.ts'
import { CONF } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { ends, type Printed, porticoProcess, portico as porticoWith, wordsOf } from './portico.ts'

const folder = emptyFolder()

const port = await freePort()
const issuer: string = `http://localhost:${port}`

const config = JSON.stringify({
  accounts: [
    { sub: 'u-root', username: 'root', password: 'correct horse battery staple', roles: ['sso:admin', 'editor'] },
  ],
  clients: [{ ...CONF, client_id: 'packing', access: { roles: ['packer'] } }],
})

await folder
  .run('examples/reference/main.js', { PORT: String(port), LOG_LEVEL: 'warn', PORTICO_CONFIG: config })
  .says(new RegExp(issuer))

const portico = (...line: readonly string[]): Promise<Printed> =>
  porticoWith(wordsOf(...line), { BASE_URL: issuer, PORTICO_DATA: join(folder.path, '.portico') })
const shown = async (username: string): Promise<Record<string, unknown>> =>
  JSON.parse((await portico('user', 'show', username)).out) as Record<string, unknown>

describe('portico user, in a terminal', () => {
  it('create works as it is typed in the folder of the service', async () => {
    const carol = ['carol', '--name', 'Carol', '--email', 'carol@example.com', '--role', 'packer']
    expect(await porticoProcess(['user', 'create', ...carol], { BASE_URL: issuer }, folder.path)).toMatchObject({
      code: 0,
    })
    expect(await shown('carol')).toMatchObject({ username: 'carol', roles: ['packer'] })
  })

  it('update changes what is named, removes what is empty, and leaves the rest', async () => {
    expect((await portico('user update carol --family-name Ng --language ar --email-verified yes')).code).toBe(0)
    expect(await shown('carol')).toMatchObject({ name: 'Carol', family_name: 'Ng', locale: 'ar', email_verified: true })
    expect((await portico('user', 'update', 'carol', '--family-name', '', '--email', 'c@example.com')).code).toBe(0)
    const after = await shown('carol')
    expect(after).toMatchObject({ email: 'c@example.com', email_verified: false, locale: 'ar' })
    expect(after).not.toHaveProperty('family_name')
    expect(await portico('user update carol --name Carol')).toMatchObject({ code: 0, err: 'no changes' })
  })

  it('update --until takes a date or a time, and asks before it cancels an offboarding', async () => {
    for (const until of ['2099-01-31', '2099-01-31T18:00+02:00']) {
      expect((await portico('user', 'update', 'carol', '--until', until)).code).toBe(0)
      expect(await shown('carol')).toMatchObject({ until })
    }
    expect((await portico('user', 'offboard', 'carol', '--at', '2099-02-01')).code).toBe(0)
    expect(await portico('user', 'update', 'carol', '--until', '')).toMatchObject({ code: 2 })
    expect(await shown('carol')).toMatchObject({ until: '2099-02-01', offboardedBy: {} })
    expect((await portico('user', 'update', 'carol', '--until', '', '--yes')).code).toBe(0)
    expect(await shown('carol')).not.toHaveProperty('offboardedBy')
    expect(await shown('carol')).not.toHaveProperty('until')
  })

  it.each([
    [['--email', 'nowhere'], 1, '--email must look like name@company.com'],
    [['--time-zone', 'Atlantis'], 1, '--time-zone must be a time zone'],
    [['--email-verified', 'maybe'], 2, '--email-verified must be yes or no'],
  ])('update %j is refused (%i)', async (line, code, words) =>
    expect(await portico('user', 'update', 'carol', ...line)).toMatchObject({
      code,
      err: expect.stringContaining(words),
    }),
  )

  it('update does not verify an address that another account has verified', async () => {
    await portico('user create mia --email MIA@example.com')
    await portico('user create mo --email mia@example.com')
    expect((await portico('user update mia --email-verified yes')).code).toBe(0)
    expect(await portico('user update mo --email-verified yes')).toMatchObject({
      code: 1,
      err: 'a different account has verified this email address or uses it as its username; nothing was changed',
    })
    expect(await shown('mo')).toMatchObject({ email_verified: false })
    expect((await portico('user update mia --email-verified no')).code).toBe(0)
    expect((await portico('user update mo --email-verified yes')).code).toBe(0)
    for (const username of ['mia', 'mo']) await portico('user', 'delete', username, '--confirm', username)
  })

  it('require-password changes nothing where another password is chosen at the next sign-in already', async () => {
    expect((await portico('user', 'create', 'dora')).code).toBe(0)
    expect(await portico('user', 'require-password', 'dora')).toMatchObject({ code: 0, err: 'no changes' })
    expect(await shown('dora')).toMatchObject({ status: 'active', mustChangePassword: true })
  })

  it('delete requires the name twice, and never deletes the last administrator or one of the configuration', async () => {
    expect(await portico('user', 'delete', 'dora')).toMatchObject(ends(1, '--confirm'))
    expect((await portico('user delete dora --confirm dora')).code).toBe(0)
    expect(await portico('user', 'show', 'dora')).toMatchObject({ code: 1, err: 'account not found' })
    expect(await portico('user delete root --confirm root')).toMatchObject(ends(1, 'configuration'))
  })
})

describe('portico role, in a terminal', () => {
  it('lists roles and who has them', async () => {
    await portico('user create erin --role packer --role editor')
    const list = JSON.parse((await portico('role', 'list', '--json')).out) as readonly object[]
    expect(list).toEqual([
      { role: 'editor', holders: 2 },
      { role: 'packer', holders: 2 },
      { role: 'sso:admin', holders: 1 },
      { role: 'sso:viewer', holders: 0 },
      { role: 'sso:helpdesk', holders: 0 },
    ])
    expect((await portico('role', 'list')).out).toMatch(/^packer +2$/m)
    expect(
      (await portico('role', 'show', 'packer')).out
        .split('\n')
        .map((line) => line.split(' ')[0])
        .toSorted(),
    ).toEqual(['carol', 'erin'])
  })

  it('delete takes a role from all users, asks first, and never takes that of the administrators', async () => {
    expect((await portico('role', 'delete', 'packer')).code).toBe(2)
    expect(await portico('role', 'delete', 'packer', '--yes')).toMatchObject({
      code: 0,
      err: 'users who lose access to packing: 2, users who keep it: 0\nremoved from 2',
    })
    expect(await portico('role', 'delete', 'packer', '--yes')).toMatchObject({ code: 1, err: 'no user has this role' })
    expect(await portico('role', 'delete', 'editor', '--yes')).toMatchObject({
      code: 0,
      err: 'removed from 1; 1 from the configuration or a connector still have it',
    })
    expect(await portico('role', 'delete', 'sso:admin', '--yes')).toMatchObject(ends(1, 'administrator must remain'))
    expect(await shown('root')).toMatchObject({ roles: ['sso:admin', 'editor'] })
  })

  it('is used with one role (2)', async () => {
    for (const line of [['show'], ['delete'], ['show', 'a', 'b']]) expect((await portico('role', ...line)).code).toBe(2)
  })
})
