/** Apps that use, refresh and revoke tokens, and an attacker who has stolen some. */

import type { Family } from './book.ts'
import { inspect, probe } from './endings.ts'
import type { Perform, Performing } from './perform.ts'
import type { World } from './world.ts'

/** How long after an unsent response the app tries again, in milliseconds. */
const RETRY_AFTER_MS = 10_000

const familyOf = (world: World, { user, app, action }: Performing): Family | undefined => {
  const families = world.familiesOf(user.name, app.id).filter(({ tokens }) => tokens.length > 0)
  // Usually the newest.
  return families.at(action.amount < 0.8 ? -1 : -2) ?? families.at(-1)
}
const onFamily =
  (work: (world: World, family: Family, given: Performing) => Promise<string>): Perform =>
  async (world, given) => {
    const family = familyOf(world, given)
    return family === undefined ? 'no tokens' : `${world.book.named(family)}: ${await work(world, family, given)}`
  }

export const use = onFamily((world, family, { random }) =>
  inspect(world, family, random.below(family.tokens.length), random),
)

export const refresh = (times: number): Perform =>
  onFamily(async (world, family, { random }) => {
    const outcomes = await Promise.allSettled(Array.from({ length: times }, () => world.refresh(family, random)))
    return outcomes
      .map((one) => (one.status === 'fulfilled' ? (one.value?.status ?? 'none') : 'no response'))
      .join(', ')
  })

/** With the oldest refresh token: if it has been used, the family ends. */
export const replay = onFamily(async (world, family, { random }) => {
  const first = family.tokens.find(({ kind }) => kind === 'refresh')
  const answer = await world.refresh(family, random, first)
  if (family.ended !== undefined) await probe(world, [family], random)
  return String(answer?.status ?? 'none')
})

/** The connection ends before the response: the token can be used again (D-T15). */
export const refreshUnsent = onFamily(async (world, family, { random, action }) => {
  const { sim, cluster, book } = world
  const token = book.newest(family, 'refresh')
  if (token === undefined) return 'no refresh token'
  const startedAt = sim.now()
  const { refreshes } = family
  const goneAfter = Math.round(5 + action.amount * 60)
  let isWritten = false
  const written = (): void => void (isWritten = true)
  const name = random.pick([...cluster.nodes.keys(), ''])
  const node = cluster.nodes.get(name)?.process
  if (node === undefined) return 'no node'
  await world.refresh(family, random, token, { node: name, goneAfter, written }).catch(() => undefined)
  if (isWritten) return `written before the connection ended`
  await sim.pause(RETRY_AFTER_MS)
  const isCalm = cluster.weather.calmSince < startedAt && node.alive && family.refreshes === refreshes + 1
  const mayFail = !isCalm || family.ended !== undefined || token.ended !== undefined
  const answer = await world.refresh(family, random, token).catch(() => undefined)
  const ref = answer?.status === 400 ? String(answer.json().error_ref) : undefined
  book.hold(
    mayFail || ref !== 'refresh_token_replayed',
    'unsent',
    () => `${book.named(family)}: an unsent response used a refresh token up`,
  )
  return `gone after ${goneAfter} ms, then ${answer?.status ?? 'no response'}`
})

export const revoke = (kind: 'refresh' | 'access'): Perform =>
  onFamily(async (world, family, { app, random }) => {
    const { book } = world
    const token = book.newest(family, kind)
    if (token === undefined) return `no ${kind} token`
    ;(kind === 'refresh' ? family : token).isDoubted = true
    const answer = await app.party.revoke(token.text, {}, { node: world.through({ random }) })
    if (answer.status !== 200) return String(answer.status)
    if (kind === 'refresh') book.endFamily(family, 'the revocation of a refresh token')
    else book.endToken(token, 'its revocation')
    await probe(world, [family], random)
    return '200'
  })
