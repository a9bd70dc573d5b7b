/** An import that is killed in the middle, and given again: everybody is in once, at the rate that a hundred thousand need. */
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import { inLongForm, LONG_FORM } from '../support/long-form.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { portico, porticoProcess } from './portico.ts'

const USERS = inLongForm(100_000, 6_000)
/** 100,000 in two minutes; the short form shares the machine with other tests. */
const MOST_MS = inLongForm(120_000, 40_000)

/** Hashes that no password has, in the form of Keycloak: nothing is hashed while they are imported. */
function userLine(number: number): string {
  const secret = { value: randomBytes(64).toString('base64'), salt: randomBytes(16).toString('base64') }
  return JSON.stringify({
    type: 'user',
    sub: `from-elsewhere|${number}`,
    username: `user-${number}`,
    email: `user-${number}@elsewhere.example`,
    email_verified: true,
    name: `User ${number}`,
    roles: ['staff'],
    password_hash: {
      type: 'password',
      secretData: JSON.stringify(secret),
      credentialData: JSON.stringify({ hashIterations: 210_000, algorithm: 'pbkdf2-sha512' }),
    },
  })
}

describe.each(STORES)('on %s', (kind) => {
  let folder: string
  let file: string
  let world: ClientWorld
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
    file = join(folder, 'users.jsonl')
    await writeFile(file, Array.from({ length: USERS }, (_, number) => `${userLine(number)}\n`).join(''))
    world = await startClientWorld(kind)
  })
  afterAll(async () => {
    await world.stop()
    await rm(folder, { recursive: true, force: true })
  })
  const accounts = () => {
    const { portico: service } = world.idp
    if (service.accounts === undefined) throw new Error('no directory')
    return service.accounts
  }
  const isIn = async (): Promise<number> => (await accounts().list(undefined, 1)).total - ACCOUNTS.length
  const begun = (): ChildProcess =>
    spawn(process.execPath, [resolve('dist/lib/cli/main.js'), 'import', file], {
      stdio: 'ignore',
      env: { ...BARE_ENVIRONMENT, ...world.env },
    })

  it('what was in stays in, the rest comes in, and nobody is in twice', async () => {
    const startedAt = performance.now()
    for (const part of [0.3, 0.6]) {
      const child = begun()
      while ((await isIn()) < USERS * part) await after(20)
      child.kill('SIGKILL')
      await once(child, 'close')
    }
    const before = await isIn()
    expect(before).toBeLessThan(USERS)
    const { code, out } = await porticoProcess(['import', file, '--json'], world.env)
    const took = performance.now() - startedAt
    const counts = JSON.parse(out) as Readonly<Record<string, number>>
    expect([code, counts.lines, counts.refused]).toEqual([0, USERS, 0])
    expect([counts.unchanged, counts.users]).toEqual([before, USERS - before])
    expect(await isIn()).toBe(USERS)
    expect(took).toBeLessThan(MOST_MS)
    if (LONG_FORM) console.info(`${kind}: ${USERS} users, killed twice, in ${Math.round(took / 1000)} s`)
  })

  it('everybody is found by name and by address, as whom they are', async () => {
    for (let number = 0; number < USERS; number += 1) {
      const found = await Promise.all([
        accounts().accountByUsername(`USER-${number}`),
        accounts().accountMeant(`user-${number}@elsewhere.example`),
      ])
      if (found.some((one) => one?.sub !== `from-elsewhere|${number}`)) throw new Error(`user ${number}`)
    }
    const again = await portico(['import', file, '--json'], world.env)
    expect(JSON.parse(again.out)).toMatchObject({ users: 0, unchanged: USERS, refused: 0 })
  })
})
