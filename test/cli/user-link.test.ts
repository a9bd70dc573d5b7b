/** `portico user link` and `user unlink`; on a store that no service has used yet. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { trailOn } from '../support/audit.ts'
import { newFolder } from '../support/new-folder.ts'
import { type Printed, portico, porticoProcess, wordsOf } from './portico.ts'
import { variablesOf, withStore } from './used-store.ts'

const upstream = (id: string) => ({
  id,
  name: `Company ${id.toUpperCase()}`,
  issuer: `https://${id}.example`,
  client_id: 'portico',
  client_secret: 'a-secret-of-this-connector',
})

let folder: string
let env: NodeJS.ProcessEnv
beforeEach(async () => {
  folder = newFolder()
  await configure('b', 'c')
})

async function configure(...ids: readonly string[]): Promise<void> {
  const file = join(folder, 'portico.json')
  await writeFile(file, JSON.stringify({ login: { upstreams: ids.map(upstream) } }))
  env = variablesOf(folder, { PORTICO_CONFIG: file })
}
const user = (...line: readonly string[]): Promise<Printed> =>
  portico(['user', ...wordsOf(...line), '--new-store', '--yes'], env)
const link = (name: string, id: string, subject: string): Promise<Printed> =>
  user('link', name, '--upstream', id, '--subject', subject)
const shown = async (name: string): Promise<Record<string, unknown>> =>
  JSON.parse((await user('show', name)).out) as Record<string, unknown>

describe('portico user link', () => {
  it('lets an identity sign an account in, as a separate process, and is in the trail with before and after', async () => {
    await user('create', 'carol')
    const line = ['user', 'link', 'carol', '--upstream', 'b', '--subject', 'there-1', '--new-store']
    const { code, out, err } = await porticoProcess(line, env)
    expect([code, out, err]).toEqual([0, '', 'done; the user can sign in with Company B'])
    expect(await shown('carol')).toMatchObject({
      identities: [{ issuer: 'https://b.example', subject: 'there-1', connector: 'b' }],
    })
    expect((await user('list')).out).toMatch(/^carol .* linked:b$/)
    expect(await trail()).toContainEqual(
      expect.objectContaining({
        event: 'account.identity-linked',
        actor: 'command line',
        changes: { identities: [[], ['b: there-1']] },
      }),
    )
  })

  it('does nothing the second time (0), and refuses an identity of another user (1)', async () => {
    await user('create', 'carol')
    await user('create', 'dora')
    await link('carol', 'b', 'there-1')
    expect(await link('carol', 'b', 'there-1')).toMatchObject({ code: 0, err: expect.stringContaining('no changes') })
    expect(await link('dora', 'b', 'there-1')).toEqual({
      code: 1,
      out: '',
      err: 'this identity is already linked to another account; nothing was changed',
    })
    expect(await shown('dora')).not.toHaveProperty('identities')
    // The same subject of another provider is another user.
    expect((await link('dora', 'c', 'there-1')).code).toBe(0)
  })

  it('names the connectors there are where the one that was given is none of them (2)', async () => {
    await user('create', 'carol')
    const { code, err } = await link('carol', 'google', 'there-1')
    expect([code, err.split('\n')[0]]).toEqual([2, 'unknown connector "google": login.upstreams has b, c'])
    for (const line of [
      ['link', 'carol', '--subject', 'x'],
      ['link', 'carol', '--upstream', 'b'],
      ['unlink', 'carol'],
      ['unlink', 'carol', '--upstream', 'google'],
      ['create', 'dora', '--email', 'dora@example.com', '--upstream', 'b'],
      ['create', 'dora', '--email', 'dora@example.com', '--invite', '--upstream', 'google'],
    ])
      expect([line, (await user(...line)).code]).toEqual([line, 2])
    expect((await user('show', 'dora')).code).toBe(1)
  })

  it('of an unknown user fails (1)', async () =>
    expect(await link('unknown', 'b', 'there-1')).toMatchObject({ code: 1, err: 'account not found' }))
})

describe('portico user unlink', () => {
  it('unlinks the identity, which can then sign in another user', async () => {
    await user('create', 'carol')
    await user('create', 'dora')
    await link('carol', 'b', 'there-1')
    expect(await user('unlink', 'carol', '--upstream', 'b')).toMatchObject({
      code: 0,
      err: 'done; the user is signed out',
    })
    expect(await shown('carol')).toMatchObject({ identities: [] })
    expect(await user('unlink', 'carol', '--upstream', 'b')).toMatchObject({
      code: 1,
      err: 'no identity of this connector is linked to the account',
    })
    expect((await link('dora', 'b', 'there-1')).code).toBe(0)
    expect(await trail()).toContainEqual(
      expect.objectContaining({ event: 'account.identity-unlinked', changes: { identities: [['b: there-1'], []] } }),
    )
  })

  it('leaves the last way in: another connector counts, unless it is gone from the settings', async () => {
    await user('create carol --email carol@example.com --invite --upstream b')
    await link('carol', 'b', 'there-1')
    const last = { code: 1, err: 'this is the only way to sign in; nothing was changed' }
    expect(await user('unlink', 'carol', '--upstream', 'b')).toMatchObject(last)
    await link('carol', 'c', 'there-2')
    await configure('b')
    expect(await user('unlink', 'carol', '--upstream', 'b')).toMatchObject(last)
    // What a removed connector has left behind can be removed.
    expect((await user('unlink', 'carol', '--upstream', 'c')).code).toBe(0)
    expect(await shown('carol')).toMatchObject({ identities: [expect.objectContaining({ connector: 'b' })] })
  })
})

describe('links', () => {
  const PASSPHRASE = 'four words, or a few more of them'

  it('are in a backup, and found again after it, also where their index was lost', async () => {
    await user('create', 'carol')
    await link('carol', 'b', 'there-1')
    const storage = embeddedStorage({ file: join(folder, 'portico.sqlite') })
    await storage.open()
    const { documents } = await storage.documents.list('identities', undefined, 10)
    expect(documents).toHaveLength(1)
    for (const { id, value } of documents) await storage.documents.replace('identities', id, value, undefined)
    await storage.close()
    const file = join(folder, 'a.backup')
    const secret = { PORTICO_BACKUP_SECRET: PASSPHRASE }
    expect((await portico(['backup', file, '--new-store'], { ...env, ...secret })).code).toBe(0)
    env = { ...env, PORTICO_DATA: join(folder, 'restored') }
    expect((await portico(['restore', file, '--new-store'], { ...env, ...secret })).code).toBe(0)
    expect(await shown('carol')).toMatchObject({ identities: [{ subject: 'there-1', connector: 'b' }] })
    await user('create', 'dora')
    expect((await link('dora', 'b', 'there-1')).err).toContain('already linked to another account')
  })

  it('are exported, and imported any number of times; one that signs another user in is refused', async () => {
    await user('create carol --email carol@example.com --invite')
    await link('carol', 'b', 'there-1')
    const { out } = await portico('export --users --new-store', env)
    const line = JSON.parse(out) as Record<string, unknown>
    expect(line.identities).toEqual([{ connector: 'b', issuer: 'https://b.example', subject: 'there-1' }])
    const file = join(folder, 'users.jsonl')
    const made = { ...line, sub: 'made', username: 'made', origin: 'b' }
    const lines = [line, { ...made, identities: [{ connector: 'b', issuer: 'https://b.example', subject: 'there-2' }] }]
    await writeFile(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
    env = { ...env, PORTICO_DATA: join(folder, 'moved') }
    const moved = (...more: readonly string[]): Promise<Printed> =>
      portico(['import', file, '--new-store', ...more], env)
    expect(await moved('--dry-run')).toMatchObject({ code: 0, err: expect.stringContaining('2 users') })
    expect(await moved()).toMatchObject({ code: 0, err: expect.stringContaining('2 users') })
    expect(await moved()).toMatchObject({ code: 0, err: expect.stringContaining('2 unchanged') })
    expect(await shown('made')).toMatchObject({ origin: 'b', identities: [{ subject: 'there-2' }] })
    await user('create', 'dora')
    expect((await link('dora', 'b', 'there-1')).code).toBe(1)
    await writeFile(file, `${JSON.stringify({ ...made, sub: 'other', username: 'other' })}\n`)
    expect(await moved()).toMatchObject({ code: 1, err: expect.stringContaining('signs another account in') })
    expect((await user('show', 'other')).code).toBe(1)
  })
})

const trail = () =>
  withStore(
    folder,
    async (storage) => (await trailOn(storage, { now: Date.now }).list({ group: 'account' }, undefined, 50)).entries,
  )
