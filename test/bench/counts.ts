/** Exact counts, not measurements: commands, round trips, bytes per family, revoked tokens of a disabled client. */
import { disableWithFamilies } from './endurance.ts'
import { weighFamilies } from './footprint.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { startParty } from './parties.ts'
import { disablingLine, footprintLine, print, trafficLine } from './report.ts'
import { startCountingProxy } from './round-trips.ts'
import { type Run, withParties } from './run.ts'
import { countTraffic, type PartyTraffic } from './traffic.ts'

const FULL = { families: 500, crowd: 100_000, requests: 15 }

/** @param size measured families, families of the disabled client, requests with counted commands */
export async function countAll(run: Run, size = FULL) {
  const isSilent = run.wants('silent authorize to Redis')
  const isFamily = run.wants('token family', 'token family after ten refreshes')
  const traffic = isSilent ? await compareTraffic(run, size) : []
  return { traffic, ...(isFamily ? await compareEndurance(run, size) : {}) }
}

async function compareTraffic({ redis, figures }: Run, { requests }: typeof FULL): Promise<readonly PartyTraffic[]> {
  await redis.admin.flushall()
  const proxy = await startCountingProxy(redis.port)
  try {
    const parties = [await startParty('portico', proxy.url), await startParty('engine', proxy.url)] as const
    return await withParties(parties, async (...both) => {
      const counted: PartyTraffic[] = []
      for (const party of both) {
        const stock = await prepareStock(party)
        for (const operation of OPERATIONS) {
          const entry = {
            party: party.name,
            ...(await countTraffic(operation, party, stock, redis.admin, proxy, requests)),
          }
          counted.push(entry)
          print(trafficLine(entry))
          if (party.name === 'portico' && operation.name === 'silent authorize')
            figures.note('silent authorize to Redis', [entry.roundTrips])
        }
      }
      return counted
    })
  } finally {
    await proxy.close()
  }
}

async function compareEndurance({ redis, figures }: Run, { families, crowd }: typeof FULL) {
  await redis.admin.flushall()
  const parties = [await startParty('portico', redis.url), await startParty('engine', redis.url)] as const
  return withParties(parties, async (ours, bare) => {
    const footprint = {
      ours: await weighFamilies(ours, redis.admin, families),
      bare: await weighFamilies(bare, redis.admin, families),
    }
    figures.note('token family', [footprint.ours.fresh])
    figures.note('token family after ten refreshes', [footprint.ours.afterRefreshes])
    print(footprintLine(footprint))
    const disabling = await disableWithFamilies(ours, crowd)
    print(disablingLine(disabling))
    return { footprint, disabling }
  })
}
