/** The version before and this one run side by side on one store, forward and back: nobody notices, and nothing works twice. */
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { porticoProcess } from '../cli/portico.ts'
import { until } from '../support/until.ts'
import { type Load, startLoad } from './mixed-load.ts'
import { type Rolling, rollingService, STORES } from './rolling.ts'
import { versionBefore } from './version-before.ts'

const NOW = resolve('dist')

interface Upgraded {
  readonly load: Load
  readonly letters: number
  readonly checked: string
  /** What a node of the version before said at its start after the upgrade was finished. */
  readonly refused: string
}

/** Queues a letter while both versions run; the one before knows no letters, and must leave it to the other. */
async function queueLetter({ env }: Rolling): Promise<void> {
  const line = ['user', 'create', 'carol', '--email', 'carol@example.com', '--invite']
  const { code, err } = await porticoProcess(line, env)
  if (code !== 0) throw new Error(`nobody could be invited: ${err}`)
}

/** How many letters have been handed over, once there is one. */
async function lettersOf({ lettersFolder }: Rolling): Promise<number> {
  const sent = async (): Promise<number> => (await readdir(lettersFolder).catch(() => [])).length
  await until(async () => (await sent()) > 0).catch(() => {})
  return sent()
}

/** All nodes are of this version again, and the upgrade is finished: from then on the one before is refused. */
async function finished(service: Rolling, before: string): Promise<Pick<Upgraded, 'checked' | 'refused'>> {
  await service.start(1, NOW)
  const { out: checked } = await porticoProcess('upgrade --check', service.env)
  const { code, err } = await porticoProcess('upgrade --finish --yes', service.env)
  if (code !== 0) throw new Error(`the upgrade could not be finished: ${err}`)
  const refused = await service.start(0, before).then(
    () => 'nothing',
    ({ message }: Error) => message,
  )
  await service.start(0, NOW)
  return { checked, refused }
}

/** One node after the other goes forward and back, under load; at last for good. */
async function forwardAndBack(kind: (typeof STORES)[number], before: string): Promise<Upgraded> {
  const service = await rollingService(kind)
  try {
    await service.start(0, before)
    const load = await startLoad(service.issuer, service.open, service.sink)
    await service.start(1, NOW)
    await queueLetter(service)
    await load.sendsMore(30)
    await service.start(0, NOW)
    await load.sendsMore(10)
    await service.start(1, before)
    await load.sendsMore(15)
    await service.start(0, before)
    await load.finish()
    const end = await finished(service, before)
    return { load, letters: await lettersOf(service), ...end }
  } finally {
    await service.stop()
  }
}

// Side by side: most of the time goes by while processes start.
const before = await versionBefore()
const upgrades = STORES.map((kind) => forwardAndBack(kind, before))

for (const upgrade of upgrades) upgrade.catch(() => {})

it.each(STORES)('on %s', async (kind) => {
  const { load, letters, checked, refused } = (await upgrades[STORES.indexOf(kind)]) as Upgraded
  expect(load.failures).toEqual([])
  expect(load.sent()).toBeGreaterThan(100)
  expect(letters).toBe(1)
  expect(checked).toMatch(/written in format 2[^]*can still be started again/)
  expect(refused).toMatch(/the signing keys are stored in version 3, of a later release; this one reads 2/)
})
