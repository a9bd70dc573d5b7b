import { type ClockVerdict, clockStanding, judgeClock } from '../../../../policies/clock-difference.ts'
import { CLOCK_TOLERANCE_SECONDS } from '../../../../policies/signing.ts'
import type { ComparedNode } from '../../../domain/nodes/node-record.ts'
import type { NodesReason, ServiceItem } from './attention-view.tsx'
import type { NodeRow } from './nodes-view.tsx'
import type { OperationsServices } from './services.ts'

type Listing = Pick<OperationsServices, 'nodes'>

/** Nothing where the store does not say: that is reported elsewhere. */
const running = async ({ nodes }: Listing): Promise<readonly ComparedNode[]> => nodes.list().catch(() => [])

const hasWrongClock = ({ clockMs = 0 }: ComparedNode): boolean => clockStanding(clockMs) !== 'in-step'

/** The nodes that run, for the page of the service's health. */
export async function readNodeRows(services: Listing): Promise<readonly NodeRow[]> {
  const nodes = await running(services)
  const own = nodes.find(({ isThis }) => isThis)
  return nodes.map((node) => ({
    name: node.name,
    version: node.version,
    startedAt: new Date(node.startedAt),
    isThis: node.isThis,
    differs: node.differs,
    hasOtherVersion: own !== undefined && node.version !== own.version,
    hasWrongClock: hasWrongClock(node),
  }))
}

/** In what the nodes differ. The clock of the node that answers has an item of its own. */
export async function attentionOfNodes(services: Listing): Promise<readonly ServiceItem[]> {
  const nodes = await running(services)
  const versions = new Set(nodes.map(({ version }) => version))
  const found: Readonly<Record<NodesReason, readonly string[]>> = {
    'configuration-drift': [...new Set(nodes.flatMap(({ differs }) => differs))].toSorted(),
    'version-drift': versions.size > 1 ? [...versions].toSorted() : [],
    'node-clock': nodes.filter((node) => !node.isThis && hasWrongClock(node)).map(({ name }) => name),
  }
  return (Object.keys(found) as NodesReason[])
    .filter((reason) => found[reason].length > 0)
    .map((reason) => ({ about: 'nodes', reason, what: found[reason] }))
}

export interface ClockSeen {
  readonly verdict: ClockVerdict['verdict']
  readonly seconds: number
  /** Seconds by which the clocks of two nodes may differ. */
  readonly tolerance: number
}

/** What this node's clock is to the store's; undefined where the store has none of its own, or does not say. */
export async function readClock({ storage, now }: OperationsServices): Promise<ClockSeen | undefined> {
  const askedAt = now()
  // A store that is away is reported elsewhere; the page is not lost for the want of a time.
  const storeTime = await storage.time?.().catch(() => undefined)
  if (storeTime === undefined) return undefined
  const { verdict, byMs } = judgeClock({ askedAt, storeTime, answeredAt: now() })
  return { verdict, seconds: Math.round(byMs / 1000), tolerance: CLOCK_TOLERANCE_SECONDS }
}
