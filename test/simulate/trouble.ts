/** Crashes, clocks, disks, networks and receivers that fail for a while. */
import { CLOCK_TOLERANCE_SECONDS } from '../../policies/signing.ts'
import type { Perform } from './perform.ts'
import type { Kind } from './plan.ts'
import type { World } from './world.ts'

const SKEW_MS = 90_000
/** Of one clock; two can differ by twice as much. */
const TOLERATED_MS = (CLOCK_TOLERANCE_SECONDS * 1_000) / 2
const SLOWNESS_MAX = 60
const DOWN_MS = 300_000

/** Until it has passed, and a while longer, nothing is expected to be in time. */
async function disturb({ sim, cluster }: World, ms: number, end: () => void): Promise<void> {
  cluster.weather.calmSince = Math.max(cluster.weather.calmSince, sim.now() + ms)
  await sim.pause(ms)
  end()
}

const crash: Perform = async (world, { action: { node, amount } }) => {
  const { cluster } = world
  if (!cluster.nodes.has(node)) return 'it is down already'
  cluster.crash(node)
  const ms = Math.round(1_000 + amount ** 2 * DOWN_MS)
  await disturb(world, ms, () => {})
  while (!cluster.nodes.has(node)) await cluster.start(node).catch(() => world.sim.pause(1_000))
  return `${node} restarted after ${Math.round(ms / 1_000)} s`
}

/** Nodes whose clocks differ by more than the tolerance reject each other's new tokens, so such a clock is set soon. */
const skew: Perform = async (world, { action: { node, amount } }) => {
  const ms = Math.round((2 * amount - 1) ** 3 * SKEW_MS)
  world.cluster.skew(node, ms)
  if (Math.abs(ms) > TOLERATED_MS) {
    await disturb(world, SKEW_MS, () => world.cluster.skew(node, 0))
    // Tokens that the node issued can still be of the future.
    await disturb(world, SKEW_MS, () => {})
  }
  return `${node} by ${ms} ms`
}

const slowStore: Perform = async (world, { action: { amount } }) => {
  const { weather } = world.cluster
  weather.slowness = Math.round(2 + amount * SLOWNESS_MAX)
  const text = `${weather.slowness} times`
  await disturb(world, 30_000, () => void (weather.slowness = 1))
  return text
}

const lostCalls: Perform = async (world, { action: { node, amount } }) => {
  const { loss } = world.cluster.weather
  // The most is a node that is cut off.
  loss.set(node, amount > 0.8 ? 1 : 0.02 + amount * 0.3)
  await disturb(world, 5_000 + amount * 30_000, () => void loss.delete(node))
  return `${Math.round(2 + amount * 30)} % at ${node}`
}

const lostResponses: Perform = async (world, { action: { amount } }) => {
  const { weather } = world.cluster
  weather.unanswered = amount * 0.3
  await disturb(world, 10_000, () => void (weather.unanswered = 0))
  return `${Math.round(amount * 30)} %`
}

const receiverDown: Perform = async (world, { app, action: { amount } }) => {
  const how = (['refused', 'silent', 503] as const)[Math.floor(amount * 3)]!
  world.notices.fail(app.id, how)
  await world.sim.pause(10_000 + amount * DOWN_MS)
  world.notices.fail(app.id, undefined)
  return `${app.id}: ${how}`
}

export const trouble = {
  crash,
  skew,
  'slow store': slowStore,
  'lost calls': lostCalls,
  'lost responses': lostResponses,
  'receiver down': receiverDown,
} satisfies Partial<Record<Kind, Perform>>
