/** An import is quick enough for a hundred thousand users in two minutes. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STORES, startClientWorld } from '../cli/client-world.ts'
import { userLines } from '../cli/imported-users.ts'
import { porticoProcess } from '../cli/portico.ts'

const USERS = 10_000
const MOST_MS = 12_000

it.each(STORES)('on %s', async (kind) => {
  const folder = await mkdtemp(join(tmpdir(), 'portico-import-'))
  const file = join(folder, 'users.jsonl')
  await writeFile(file, userLines(USERS))
  const world = await startClientWorld(kind)
  const startedAt = performance.now()
  const { code } = await porticoProcess(['import', file], world.env)
  const took = performance.now() - startedAt
  await world.stop()
  await rm(folder, { recursive: true })
  expect([code, took < MOST_MS ? 'in time' : `${Math.round(took)} ms`]).toEqual([0, 'in time'])
})
