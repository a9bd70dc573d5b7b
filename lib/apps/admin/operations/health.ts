import { clockStanding, evaluateClock } from '../../../../policies/clock-difference.ts'
import { CLOCK_TOLERANCE_SECONDS } from '../../../../policies/signing.ts'
import { OWN_BUILD } from '../../../config/own-version.ts'
import { keyTimes } from '../../../domain/keys/key-timing.ts'
import type { ComparedNode } from '../../../domain/nodes/node-record.ts'
import { dateOf } from '../../first-party/page.ts'
import { show } from '../shell/show.ts'
import type { NodesReason, ServiceItem } from './attention-view.tsx'
import { type ClockReading, Health, type NodeRow } from './health-view.tsx'
import type { OperationsRequest, OperationsServices } from './services.ts'

/** GET /health: the state of the store, clock, key, and trail as this node sees it now. */
export async function showHealth(page: OperationsRequest): Promise<void> {
  const {
    storage,
    keys,
    node: { trail },
    audit,
    configuration,
  } = page.services
  const { emailLedger } = page.services.outbox
  const [latency, clock, state, head, nodes, outage, sentAt] = await Promise.all([
    latencyOf(storage),
    readClock(page.services),
    trail.state().catch(() => undefined),
    audit.head().catch(() => undefined),
    readNodeRows(page.services.node),
    emailLedger?.outage().catch(() => undefined),
    emailLedger?.lastSentAt().catch(() => undefined),
  ])
  const key = keys.list().find((one) => one.state === 'current')
  const { rotateAfter } = keyTimes(configuration.keys, configuration.lifetimes)
  const since = key?.activatedAt
  await show(page, 200, Health, {
    store: { name: storage.name, latencyMs: latency },
    clock,
    signingKey:
      keys.current() === undefined
        ? undefined
        : {
            since: since === undefined ? undefined : new Date(since * 1000),
            until: since === undefined || !keys.rotatable ? undefined : new Date((since + rotateAfter) * 1000),
          },
    emails: emailLedger && {
      outage: outage && { ...outage, since: new Date(outage.since) },
      sentAt: dateOf(sentAt),
    },
    trail: state,
    newestEntry: head?.seq,
    nodes,
    version: OWN_BUILD,
    node: process.version,
    startedAt: new Date(page.services.now() - process.uptime() * 1000),
  })
}

/** Undefined if the store does not respond. */
async function latencyOf(storage: OperationsRequest['services']['storage']): Promise<number | undefined> {
  const askedAt = performance.now()
  return storage.ping().then(
    () => performance.now() - askedAt,
    () => undefined,
  )
}

type Listing = Pick<OperationsServices['node'], 'nodes'>

/** Empty if the store does not respond. Another check reports that. */
const running = async ({ nodes }: Listing): Promise<readonly ComparedNode[]> => nodes.list().catch(() => [])

const hasWrongClock = ({ clockMs = 0 }: ComparedNode): boolean => clockStanding(clockMs) !== 'in-step'

/** The running nodes, for the health page. */
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

/** Differences between the nodes. The current node's clock is reported as a separate item. */
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

/** This node's clock compared with the store's; undefined if the store has no clock or does not respond. */
export async function readClock({ storage, now }: OperationsServices): Promise<ClockReading | undefined> {
  const askedAt = now()
  // Another check reports an unavailable store, so only the clock reading is omitted here.
  const storeTime = await storage.time?.().catch(() => undefined)
  if (storeTime === undefined) return undefined
  const { verdict, byMs } = evaluateClock({ askedAt, storeTime, answeredAt: now() })
  return { verdict, seconds: Math.round(byMs / 1000), tolerance: CLOCK_TOLERANCE_SECONDS }
}
