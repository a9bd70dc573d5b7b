/** Which stores the command line works on: those of a service with the same issuer and root secret. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFormat } from '../../lib/domain/nodes/store-identity.ts'
import { STORE_FORMAT, writeRecord } from '../../lib/domain/stored-record.ts'
import { trailOn } from '../support/audit.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { startRedis } from '../support/redis-server.ts'
import { ends, type Printed, porticoProcess } from './portico.ts'
import { storeIn, variablesOf, withStore } from './used-store.ts'

const ISSUER = 'http://localhost:3000'
let folder: string
beforeEach(() => {
  folder = newFolder()
})

const portico = (line: string, env: NodeJS.ProcessEnv = {}): Promise<Printed> =>
  porticoProcess(line, variablesOf(folder, env), folder)

/** A service that has run in the folder, and has ended. */
async function service(options: { readonly issuer?: string; readonly secret?: string } = {}): Promise<void> {
  const { issuer = ISSUER, secret = ROOT_SECRET } = options
  const storage = storeIn(folder)
  const idp = await startIdp({ issuer, options: { storage, secret } })
  await idp.stop()
}

/** The newest entry of the audit trail, which is whole. */
async function newestEntry(): Promise<unknown> {
  const entry = await withStore(folder, async (storage) => {
    expect(await trailOn(storage, { now: Date.now }).verify()).toMatchObject({ outcome: 'intact' })
    return (await storage.audit.read(Number.MAX_SAFE_INTEGER, 'older', 1))[0]?.entry
  })
  return JSON.parse(entry ?? '{}')
}

it('a folder without a store is refused (1), with the place and what may be missing, and stays as it was', async () => {
  const printed = await portico('user list', { PORTICO_SECRET: '' })
  expect(printed.code).toBe(1)
  expect(printed.err).toContain(`no service has used the embedded store ${join(folder, 'portico.sqlite')}`)
  expect(printed.err).toMatch(/REDIS_URL, or PORTICO_DATA[^]*--new-store/)
  expect(await readdir(folder)).toEqual([])
})

it('an empty Redis is refused (1), and stays empty', async () => {
  const redis = await startRedis()
  const printed = await portico('client list', { REDIS_URL: redis.url })
  expect(printed).toMatchObject(ends(1, `no service has used the store in Redis at 127.0.0.1:${redis.port}`))
  expect(await redis.admin.dbsize()).toBe(0)
  await redis.stop()
})

it('a store of another service is refused (1), and one with another root secret', async () => {
  await service()
  expect(await portico('user list')).toMatchObject({ code: 0, err: '' })
  const refused = await portico('user list', { BASE_URL: 'http://localhost:4000' })
  expect(refused).toMatchObject(ends(1, /http:\/\/localhost:3000, whose store this is.*E1011/))
  const other = await portico('user list', { PORTICO_SECRET: 'another-root-secret-than-that-of-the-service' })
  expect(other).toMatchObject({ code: 1, err: expect.stringMatching(/secret \(PORTICO_SECRET\).*E1010/) })
})

it('--new-store prepares one before the first start; it is that address’s from then on', async () => {
  expect((await portico('user create carol --new-store')).code).toBe(0)
  expect(existsSync(join(folder, 'portico.sqlite'))).toBe(true)
  expect((await portico('user show carol')).code).toBe(0)
  await expect(service({ issuer: 'http://localhost:4000' })).rejects.toThrow(/E1011/)
  await service()
})

it('store set-issuer assigns no store that no service has used, not even a new one (1)', async () => {
  for (const line of ['store set-issuer --yes', 'store set-issuer --yes --new-store'])
    expect(await portico(line)).toMatchObject({ code: 1, err: expect.stringContaining('no service has used') })
})

it('store set-issuer moves a store to another address, once no node runs on it', async () => {
  const storage = storeIn(folder)
  const idp = await startIdp({ issuer: ISSUER, options: { storage, nodeName: 'sso-1' } })
  const moved = { BASE_URL: 'http://localhost:4000' }
  expect(await portico('store set-issuer --yes', moved)).toMatchObject(ends(1, 'stop them first: sso-1'))
  await idp.stop()
  const stranger = { ...moved, PORTICO_SECRET: 'another-root-secret-than-that-of-the-service' }
  expect(await portico('store set-issuer --yes', stranger)).toMatchObject(ends(1, 'E1010'))
  expect(await portico('store set-issuer --yes', moved)).toMatchObject({ code: 0, err: 'done' })
  expect(await newestEntry()).toMatchObject({
    event: 'store.issuer-changed',
    actor: 'command line',
    changes: { issuer: [ISSUER, 'http://localhost:4000'] },
  })
  expect(await portico('store set-issuer --yes', moved)).toMatchObject({ code: 1 })
  expect((await portico('user list')).err).toContain('E1011')
  expect((await portico('user list', moved)).code).toBe(0)
  await service({ issuer: 'http://localhost:4000' })
})

it('upgrade --finish raises a store of the release before, and notes it', async () => {
  await service()
  await withStore(folder, async ({ documents }) => {
    const found = await documents.read('service', 'format')
    await documents.replace('service', 'format', found, writeRecord({ format: STORE_FORMAT - 1 }))
  })
  expect(await portico('upgrade --finish --yes')).toMatchObject({
    code: 0,
    out: expect.stringContaining('The upgrade is finished'),
  })
  expect(await newestEntry()).toMatchObject({
    event: 'store.upgraded',
    actor: 'command line',
    changes: { format: [STORE_FORMAT - 1, STORE_FORMAT] },
  })
  await service()
})

it('upgrade --check prints the format and the running nodes; --finish of a store of this release has nothing to do', async () => {
  const storage = storeIn(folder)
  const idp = await startIdp({ issuer: ISSUER, options: { storage, nodeName: 'sso-1' } })
  const format = await readFormat(idp.portico.storage.documents)
  const check = await portico('upgrade --check')
  expect(check.out).toMatch(
    new RegExp(
      `^The store uses format ${format};[^]*sso-1 +\\S+ +reads formats up to ${format}\\nThe upgrade is finished`,
    ),
  )
  expect(JSON.parse((await portico('upgrade --check --json')).out)).toMatchObject({
    format,
    nodes: [{ name: 'sso-1' }],
  })
  expect((await portico('upgrade --finish --yes')).code).toBe(0)
  expect((await portico('upgrade')).code).toBe(2)
  await idp.stop()
})
