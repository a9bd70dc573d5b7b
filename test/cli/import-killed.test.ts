/** An import that is killed in the middle, and repeated: every user is imported once. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ACCOUNTS } from '../support/fixtures.ts'
import { inLongForm } from '../support/long-form.ts'
import { newFolder } from '../support/new-folder.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { userLines } from './imported-users.ts'
import { killedOnce } from './killed-once.ts'
import { portico, porticoProcess } from './portico.ts'

const USERS = inLongForm(100_000, 6_000)

describe.each(STORES)('on %s', (kind) => {
  const file = join(newFolder(), 'users.jsonl')
  let world: ClientWorld
  beforeAll(async () => {
    await writeFile(file, userLines(USERS))
    world = await startClientWorld(kind)
  })
  const accounts = () => world.accounts
  const isIn = async (): Promise<number> => ((await accounts().list(undefined, 1)).total ?? 0) - ACCOUNTS.length

  it('imported lines stay, the rest follows, and no user is imported twice', async () => {
    for (const part of [0.3, 0.6])
      await killedOnce(['import', file], world.env, async () => (await isIn()) >= USERS * part)
    const before = await isIn()
    expect(before).toBeLessThan(USERS)
    const { code, out } = await porticoProcess(['import', file, '--json'], world.env)
    const counts = JSON.parse(out) as Readonly<Record<string, number>>
    expect([code, counts.lines, counts.refused]).toEqual([0, USERS, 0])
    expect([counts.unchanged, counts.users]).toEqual([before, USERS - before])
    expect(await isIn()).toBe(USERS)
  })

  it('every user is found by name and by email address, as the same account', async () => {
    for (let number = 0; number < USERS; number += 1) {
      const found = await Promise.all([
        accounts().accountByUsername(`USER-${number}`),
        accounts().accountNamed(`user-${number}@external.example`),
      ])
      if (found.some((one) => one?.sub !== `imported|${number}`)) throw new Error(`user ${number}`)
    }
    const again = await portico(['import', file, '--json'], world.env)
    expect(JSON.parse(again.out)).toMatchObject({ users: 0, unchanged: USERS, refused: 0 })
  })
})
