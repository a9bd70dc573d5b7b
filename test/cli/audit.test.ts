/** `portico audit verify` as an auditor runs it: it finds an edited entry, a missing one, and nothing else. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { secretId } from '../../lib/domain/keys/seal.ts'
import { secretRegistry } from '../../lib/domain/keys/secret-registry.ts'
import type { Storage } from '../../lib/index.ts'
import { SILENT } from '../../lib/ports/logger.ts'
import { LINK, trailOn } from '../support/audit.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { newFolder } from '../support/new-folder.ts'
import { patientRedis, patientVariables } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { ends, type Printed, porticoProcess } from './portico.ts'
import { usedBy, withStore } from './used-store.ts'

const ENTRIES = 300

const audit = (env: NodeJS.ProcessEnv, ...line: readonly string[]): Promise<Printed> =>
  porticoProcess(['audit', ...line], { BASE_URL: 'http://localhost:3000', PORTICO_SECRET: ROOT_SECRET, ...env })
const verify = (env: NodeJS.ProcessEnv, ...more: readonly string[]): Promise<Printed> => audit(env, 'verify', ...more)

async function filled(storage: Storage): Promise<void> {
  await storage.open()
  await usedBy(storage)
  for (let index = 0; index < ENTRIES; index += 1) {
    const entry = JSON.stringify({ event: 'sign-in.succeeded', result: 'ok', user: `u-${index}` })
    await storage.audit.append(1_700_000_000_000 + index, [entry], LINK)
  }
  await storage.close()
}

it('on an embedded file: intact, then edited, then cut', async () => {
  const folder = newFolder()
  const file = join(folder, 'portico.sqlite')
  await filled(embeddedStorage({ file }))
  const env = { PORTICO_DATA: folder }
  expect(await verify(env)).toMatchObject({ code: 0, out: expect.stringMatching(`^intact: ${ENTRIES} entries`) })
  const edit = (sql: string): void => {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
  }
  edit(`UPDATE audit SET entry = replace(entry, 'u-99', 'u-98') WHERE seq = 100`)
  expect(await verify(env)).toMatchObject({
    code: 1,
    err: 'broken: entry 100 or the one before it was edited or forged',
  })
  expect(JSON.parse((await verify(env, '--json')).out)).toEqual({ outcome: 'broken', seq: 100, why: 'edited' })
  edit(`UPDATE audit SET entry = replace(entry, 'u-98', 'u-99') WHERE seq = 100; DELETE FROM audit WHERE seq = 200`)
  expect(await verify(env)).toMatchObject({ code: 1, err: 'broken: entry 200 is missing' })
})

it('with the old secret alone it reports that a node has another one, whose entries look forged without it', async () => {
  const folder = newFolder()
  const file = join(folder, 'portico.sqlite')
  await filled(embeddedStorage({ file }))
  const secrets = ['the secret that is used from now on 0123456789', ROOT_SECRET] as const
  await withStore(folder, async (storage) => {
    await secretRegistry(storage.documents, secrets, Date.now, SILENT).announce()
    await trailOn(storage, { now: Date.now, secrets: [...secrets] }).record({ event: 'client.created', result: 'ok' })
  })
  const env = { PORTICO_DATA: folder }
  const seq = ENTRIES + 1
  expect(await verify(env)).toMatchObject(ends(1, `broken: entry ${seq} or the one before it was edited or forged`))
  expect((await verify(env)).err).toMatch(/^broken: .*\na node used a root secret that is missing here \(id \S+\)/)
  expect(JSON.parse((await verify(env, '--json')).out)).toEqual({
    outcome: 'broken',
    seq,
    why: 'edited',
    otherSecret: secretId(secrets[0]),
  })
  expect(await verify({ ...env, PORTICO_SECRET: secrets.join() })).toMatchObject({ code: 0 })
})

it('what was cut off at the end is found with a head that was kept, or with a log that has it', async () => {
  const folder = newFolder()
  const file = join(folder, 'portico.sqlite')
  const env = { PORTICO_DATA: folder }
  const storage = embeddedStorage({ file })
  await filled(storage)
  const head = await audit(env, 'head')
  expect([head.code, head.out]).toEqual([0, expect.stringMatching(`^${ENTRIES}:[0-9a-f]{64}$`)])
  expect(await verify(env, '--head', head.out)).toMatchObject({ code: 0, out: `intact: ${ENTRIES} entries` })
  const log = join(folder, 'service.log')
  writeFileSync(
    log,
    `{"code":"audit-head","head":"12:${'0'.repeat(64)}"}\n{"code":"audit-head","head":"${head.out}"}\n`,
  )
  const database = new DatabaseSync(file)
  database.exec(`DELETE FROM audit WHERE seq > ${ENTRIES - 20}`)
  database.close()
  for (const kept of [head.out, log])
    expect(await verify(env, '--head', kept)).toMatchObject(
      ends(1, /^broken: entry \d+ (?:was recorded as a head|is missing)/),
    )
  expect(await verify(env, '--head', 'nothing')).toMatchObject(ends(2, 'neither a head'))
})

it('on Redis: intact, then cut', async () => {
  const redis = await startRedis()
  await filled(patientRedis(redis.url))
  const env = patientVariables(redis.url)
  expect(JSON.parse((await verify(env, '--json')).out)).toEqual({ outcome: 'intact', entries: ENTRIES, of: ENTRIES })
  const [stream] = (await redis.admin.keys('*')).filter((key) => key.endsWith('a{a}'))
  expect(await redis.admin.xdel(stream ?? '', '150-0')).toBe(1)
  expect(await verify(env)).toMatchObject({ code: 1, err: 'broken: entry 150 is missing' })
})
