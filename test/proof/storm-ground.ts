/** Two processes of the service on one store, a third node that issues codes, and requests to any of them. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ClientResult } from '../../lib/domain/clients/registry.ts'
import { StoreUnavailable } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { ACCOUNTS, CLIENTS, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { startNodeProcess } from '../support/logout-processes.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis, startRedisCluster } from '../support/redis-server.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { type Grant, type Overrides, type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { startSlotMover } from '../support/slot-mover.ts'
import { patiently } from '../support/store-trouble.ts'
import { until } from '../support/until.ts'

const KEY_PREFIX = 'storm:'
const PROCESSES = 2
const STORMY = { environment: 'live', scopes: ['openid', 'offline_access'] } as const

export interface StormGround {
  readonly idp: Idp
  /** Alice's way to a code, repeated when a page reports that the store is away. */
  authorize(app: RelyingParty, overrides?: Overrides): Promise<Grant>
  readonly app: RelyingParty
  /** A separate confidential client, repeated under another id while the cluster has not resolved the first. */
  register(): Promise<RelyingParty>
  /** The same app at a process, in turn. */
  at(index: number): RelyingParty
  /** Any app at a process. */
  otherAt(index: number, app: RelyingParty): RelyingParty
  /** Begins to move the slots of a cluster under what is going on; gives the end of it. */
  disturb(): () => Promise<void>
  /** Asks again while the answer is 503, as an honest client does. */
  patiently(ask: () => Promise<Answer>): Promise<Answer>
  readonly totals: { asked: number; unavailable: number; moves: number; failovers: number }
  stop(): Promise<void>
}

export async function stormGround(kind: 'one server' | 'a cluster' | 'PostgreSQL'): Promise<StormGround> {
  const cluster = kind === 'a cluster' ? await startRedisCluster({ replica: true }) : undefined
  const server = cluster ?? (await (kind === 'PostgreSQL' ? startPostgres({ max_connections: '300' }) : startRedis()))
  const store =
    kind === 'PostgreSQL' ? { postgres: server.url, schema: 'storm' } : { redis: server.url, keyPrefix: KEY_PREFIX }
  const idp = await startIdp({ store })
  const options = { secret: ROOT_SECRET, clients: CLIENTS, accounts: ACCOUNTS, rateLimits: false } as const
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, async () =>
      startNodeProcess({ issuer: idp.issuer, port: await freePort(), store, options }),
    ),
  )
  const alice = person(idp)
  const app = relyingParty(idp, TRUSTED)
  const authorize = async (client: RelyingParty, overrides?: Overrides): Promise<Grant> => {
    let grant: Grant | undefined
    await until(async () => (grant = await alice.authorize(client, overrides)) !== undefined)
    return grant as Grant
  }
  // Alice signs in before the slots move.
  await authorize(app)
  let registered = 0
  const totals = { asked: 0, unavailable: 0, moves: 0, failovers: 0 }

  const otherAt = (index: number, { client }: RelyingParty): RelyingParty => {
    const { node } = processes[index % PROCESSES] as (typeof processes)[number]
    return relyingParty(
      {
        ...node,
        async send(address, message) {
          totals.asked += 1
          const answer = await node.send(address, message)
          if (answer.status === 503) totals.unavailable += 1
          return answer
        },
      },
      client,
    )
  }
  return {
    idp,
    app,
    totals,
    otherAt,
    authorize,
    register: () =>
      whenAvailable(async () => {
        registered += 1
        return relyingParty(idp, await registerTrusted(idp, `stormy-${registered}`, STORMY))
      }),
    at: (index) => otherAt(index, app),
    disturb() {
      if (cluster === undefined) return async () => undefined
      const mover = startSlotMover(cluster, { keys: `${KEY_PREFIX}[fsc]*`, failovers: 'some' })
      return async () => {
        await mover.stop()
        const { slots, failovers } = mover.moved()
        totals.moves += slots
        totals.failovers += failovers
      }
    },
    patiently,
    async stop() {
      await Promise.all(processes.map((process) => process.end('SIGTERM')))
      await idp.stop()
      await server.stop()
    },
  }
}

/** An administrator's act, repeated while the store cannot say that it is done. */
export const acknowledged = (act: () => Promise<ClientResult>): Promise<void> =>
  whenAvailable(async (tries) => {
    const { outcome } = await act()
    // After 503 it may have been done.
    if (outcome !== 'done' && (tries === 0 || outcome !== 'not-allowed'))
      throw new Error(`the act was not done: ${outcome}`)
  })

/**
 * Repeats while the store is away.
 * @param act receives the number of the attempt
 */
async function whenAvailable<T>(act: (tries: number) => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await act(tries)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await pause(20)
    }
  }
}
