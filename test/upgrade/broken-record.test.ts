/** The same load finds a release whose records the previous one cannot read, and the reverse. */
import { until } from '../support/until.ts'
import { type Change, changedVersion } from './changed-version.ts'
import { startLoad } from './mixed-load.ts'
import { rollingService } from './rolling.ts'
import { versionBefore } from './version-before.ts'

const FAMILIES = 'lib/domain/tokens/family-record.js'
const BREAKS: readonly (readonly [string, Change])[] = [
  [
    'writes families in a version that the one before refuses',
    { file: FAMILIES, from: 'VERSION,', to: 'VERSION + 1,' },
  ],
  [
    'does not read families as the one before wrote them',
    { file: FAMILIES, from: 'if (version !== VERSION)', to: 'if (version === VERSION)' },
  ],
]

const before = await versionBefore()

it.each(BREAKS)('one that %s', async (_what, broken) => {
  const service = await rollingService('Redis')
  try {
    await service.start(0, before)
    const load = await startLoad(service.issuer, service.open, service.sink)
    await load.sendsMore(10)
    const beforehand = [...load.failures]
    await service.start(1, await changedVersion(broken))
    await until(() => load.failures.some((failure) => failure.includes('500')))
    await load.finish()
    expect(beforehand).toEqual([])
    expect(load.failures).toEqual(expect.arrayContaining([expect.stringContaining('500')]))
  } finally {
    await service.stop()
  }
})
