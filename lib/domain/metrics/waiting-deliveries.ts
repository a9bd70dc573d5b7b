import type { Delivery, DeliveryStore } from '../../ports/deliveries.ts'
import type { Waiting } from '../../ports/measurements.ts'

/** Maximum number of deliveries to read. If this many are waiting, the exact number no longer matters. */
const LOOKED_AT_MAX = 1_000

/** Unfinished deliveries across all nodes, by channel and state. @param now milliseconds since the epoch */
export async function waitingDeliveries(
  deliveries: Pick<DeliveryStore, 'unfinished'>,
  now: () => number,
): Promise<readonly Waiting[]> {
  const found = await deliveries.unfinished(LOOKED_AT_MAX)
  const groups = Map.groupBy(found, ({ channel, state }) => `${channel} ${state}`)
  return [...groups.values()].map((group) => {
    const [first] = group as [Delivery, ...Delivery[]]
    const oldest = Math.min(...group.map(({ createdAt }) => createdAt))
    return {
      channel: first.channel,
      state: first.state as Waiting['state'],
      count: group.length,
      oldestSeconds: Math.max(0, (now() - oldest) / 1000),
    }
  })
}
