/** The deployment: nodes as `createPortico` makes them, and the command line of an administrator, on one store. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { composeAudit } from '../../lib/compose/audit.ts'
import { composeDomain } from '../../lib/compose/domain.ts'
import { resolveOptions } from '../../lib/compose/resolve-options.ts'
import { HASHING } from '../../lib/domain/accounts/factors/hashing-queue.ts'
import { createPortico, type Portico } from '../../lib/index.ts'
import { SILENT } from '../../lib/ports/logger.ts'
import { connection, type SharedStore } from './connection.ts'
import type { Random } from './random.ts'
import { BEGINNING, type Process, places, type Scheduler } from './scheduler.ts'
import type { Handle } from './wire.ts'

// Otherwise the number of cores decides.
Object.assign(HASHING, { concurrent: 2 })

export const ISSUER = 'https://sso.example'
const OPTIONS = { baseUrl: ISSUER, secret: 'the root secret of the simulation', tracing: false }

export interface Node {
  readonly process: Process
  readonly portico: Portico
  readonly handle: Handle
}

export type Console = Awaited<ReturnType<Cluster['openConsole']>>
export type Cluster = ReturnType<typeof cluster>

export function cluster(sim: Scheduler, random: Random, wrap: SharedStore['wrap']) {
  const storage = embeddedStorage({ now: sim.now })
  const weather = { slowness: 1, loss: new Map<string, number>(), unanswered: 0, calmSince: BEGINNING }
  const store: SharedStore = { storage, weather, sim, wrap, unresolved: new Map() }
  const skews = new Map<string, number>()
  const nodes = new Map<string, Node>()

  const begin = (name: string): Process => ({
    name,
    startedAt: sim.now(),
    alive: true,
    skewMs: skews.get(name) ?? 0,
    callers: new Set(),
  })
  const given = (process: Process) => ({
    ...OPTIONS,
    nodeName: process.name,
    storage: connection(store, process),
    clock: () => sim.now() + process.skewMs,
  })
  return {
    /** The store itself, for checks; its calls take no time. */
    storage,
    weather,
    nodes,
    async start(name: string): Promise<void> {
      const process = begin(name)
      const portico = await places.run({ process, random }, () => createPortico(given(process)))
      if (process.alive) nodes.set(name, { process, portico, handle: portico.callback() })
    },
    /** Without a farewell: what it was doing is lost. */
    crash(name: string): void {
      const node = nodes.get(name)
      if (node === undefined) return
      nodes.delete(name)
      node.process.alive = false
      for (const leave of node.process.callers) leave()
    },
    skew(name: string, ms: number): void {
      skews.set(name, ms)
      const process = nodes.get(name)?.process
      if (process !== undefined) process.skewMs = ms
    },
    /** The operations of the command line, each on behalf of its place. */
    async openConsole() {
      const process = begin('console')
      return places.run({ process, random }, async () => {
        const resolved = await resolveOptions(given(process))
        const parts = { ...resolved, logger: SILENT, sendsEmails: false, wake: () => {} }
        const { audit } = composeAudit(parts)
        const domain = composeDomain(parts, { audit })
        const directory = domain.embeddedDirectory()
        const actor = { name: 'administrator' }
        return {
          process,
          storage: parts.storage,
          /** The audit log as the store has it. */
          trail: composeAudit({ ...parts, storage }).audit,
          directory,
          consents: domain.consents,
          apps: domain.clientOperations(actor, directory.find),
          users: domain.accountOperations(directory, actor),
        }
      })
    },
  }
}
