/** The previous version and this one run in parallel on one store, forward and back: no client notices. */
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Printed, porticoProcess } from '../cli/portico.ts'
import { until } from '../support/until.ts'
import { changedVersion } from './changed-version.ts'
import { type Load, startLoad } from './mixed-load.ts'
import { type Rolling, rollingService, STORES } from './rolling.ts'
import { versionBefore } from './version-before.ts'

const NOW = resolve('dist')

interface Upgraded {
  readonly load: Load
  readonly emails: number
}

/** What a later version, which reads one more format, does with the store of this one. */
interface Finished {
  readonly checked: string
  /** While a node of this version runs. */
  readonly tooEarly: Printed
  readonly finished: Printed
  /** The later start message of a node of this version. */
  readonly refused: string
}

/** Queues an email while both versions run. */
async function queueEmail({ env }: Rolling): Promise<void> {
  const line = ['user', 'create', 'carol', '--email', 'carol@example.com', '--invite']
  const { code, err } = await porticoProcess(line, env)
  if (code !== 0) throw new Error(`no user could be invited: ${err}`)
}

/** How many emails have been handed over, once there is one. */
async function emailsOf({ emailsFolder }: Rolling): Promise<number> {
  const sent = async (): Promise<number> => (await readdir(emailsFolder).catch(() => [])).length
  await until(async () => (await sent()) > 0).catch(() => {})
  return sent()
}

/** One node after the other goes forward and back, under load; at last for good. */
async function forwardAndBack(kind: (typeof STORES)[number], before: string): Promise<Upgraded> {
  const service = await rollingService(kind)
  try {
    await service.start(0, before)
    const load = await startLoad(service.issuer, service.open, service.sink)
    await service.start(1, NOW)
    await queueEmail(service)
    await load.sendsMore(30)
    await service.start(0, NOW)
    await load.sendsMore(10)
    await service.start(1, before)
    await load.sendsMore(15)
    await service.start(0, before)
    await load.finish()
    return { load, emails: await emailsOf(service) }
  } finally {
    await service.stop()
  }
}

async function finishedUpgrade(): Promise<Finished> {
  const later = await changedVersion({
    file: 'lib/domain/stored-record.js',
    from: 'STORE_FORMAT = 1',
    to: 'STORE_FORMAT = 2',
  })
  const service = await rollingService('an embedded file')
  const portico = async (...line: readonly string[]): Promise<Printed> => {
    const run = service.folder.run(join(later, 'lib/cli/main.js'), service.env, line)
    return { code: await run.ended, out: run.stdout(), err: run.stderr() }
  }
  try {
    await service.start(0, NOW)
    await service.start(1, later)
    const { out: checked } = await portico('upgrade', '--check')
    const tooEarly = await portico('upgrade', '--finish', '--yes')
    await service.start(0, later)
    const finished = await portico('upgrade', '--finish', '--yes')
    const refused = await service.start(0, NOW).then(
      () => 'nothing',
      ({ message }: Error) => message,
    )
    return { checked, tooEarly, finished, refused }
  } finally {
    await service.stop()
  }
}

// Side by side: most of the time goes by while processes start.
const before = await versionBefore()
const upgrades = STORES.map((kind) => forwardAndBack(kind, before))

for (const upgrade of upgrades) upgrade.catch(() => {})

it.each(STORES)('on %s', async (kind) => {
  const { load, emails } = (await upgrades[STORES.indexOf(kind)]) as Upgraded
  expect(load.failures).toEqual([])
  expect(load.sent()).toBeGreaterThan(100)
  expect(emails).toBe(1)
})

it('a format that this version does not read is used after --finish alone, which comes after all nodes of this version', async () => {
  const { checked, tooEarly, finished, refused } = await finishedUpgrade()
  expect(checked).toMatch(/uses format 1[^]*reads formats up to 1[^]*can still go back/)
  expect(tooEarly).toMatchObject({ code: 1, err: expect.stringContaining('these nodes cannot read format 2') })
  expect(finished).toMatchObject({ code: 0, out: expect.stringContaining('The upgrade is finished') })
  expect(refused).toMatch(/a release that reads format 2 of the store +got one that reads up to format 1 +E1012/)
})
