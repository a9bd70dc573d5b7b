/**
 * Each running node writes its version and settings to the store every 30 seconds. From these records, any node can
 * list all the others and log those with different settings.
 */
import { randomBytes } from 'node:crypto'
import type { DocumentStore } from '../../ports/documents.ts'
import { errorFields, type LogFields, type Logger } from '../../ports/logger.ts'
import { STORE_FORMAT } from '../stored-record.ts'
import type { NodeClock } from './node-clock.ts'
import { type ComparedNode, comparedTo, type FoundNode, isRunning, NODES, readNodes, writeNode } from './node-record.ts'
import { differingSettings, type SettingDigests } from './settings-digest.ts'

export type NodePresence = ReturnType<typeof nodePresence>

export interface PresenceParts {
  readonly name: string
  readonly version: string
  readonly settings: SettingDigests
  readonly documents: DocumentStore
  readonly clock: Pick<NodeClock, 'measure' | 'difference'>
  readonly now: () => number
  readonly logger: Logger
}

const BEAT_MS = 30_000
/** If a node has not written its record for this long, any other node may remove it. */
const FORGOTTEN_MS = 86_400_000

/** Logs each difference from another node only once. */
function driftReports({ version, settings, logger }: PresenceParts): (other: FoundNode) => void {
  const reported = new Set<string>()
  const warnOnce = ({ id, name }: FoundNode, difference: string, fields: LogFields, message: string): void => {
    if (reported.has(`${id} ${difference}`)) return
    reported.add(`${id} ${difference}`)
    logger.warn({ other: name, ...fields }, message)
  }
  return (other) => {
    const differing = differingSettings(settings, other.settings)
    const drift = { code: 'configuration-drift', settings: differing }
    if (differing.length > 0)
      warnOnce(other, differing.join(' '), drift, 'another node is running with different settings')
    const versions = { code: 'version-drift', version: other.version, own: version }
    if (other.version !== version)
      warnOnce(other, other.version, versions, 'another node is running a different version')
  }
}

export function nodePresence(parts: PresenceParts) {
  const { name, version, settings, documents, clock, now, logger } = parts
  const id = randomBytes(9).toString('base64url')
  const compare = driftReports(parts)
  let startedAt: number | undefined
  let written: string | undefined
  let timer: NodeJS.Timeout | undefined
  let beating: Promise<void> = Promise.resolve()
  let stopped = false

  const storeTime = (): number => now() - (clock.difference() ?? 0)
  const write = async (): Promise<void> => {
    const clockMs = clock.difference()
    startedAt ??= storeTime()
    const deviation = clockMs === undefined ? {} : { clockMs: Math.round(clockMs) }
    const text = writeNode({
      name,
      version,
      reads: STORE_FORMAT,
      settings,
      startedAt,
      seenAt: storeTime(),
      ...deviation,
    })
    // Only this node changes its record, so a conflict means that the store was emptied.
    if ((await documents.replace(NODES, id, written, text)) === 'changed')
      await documents.replace(NODES, id, await documents.read(NODES, id), text)
    written = text
  }
  const beat = async (): Promise<void> => {
    await clock.measure()
    await write()
    for (const other of await readNodes(documents)) {
      if (other.id === id) continue
      if (isRunning(other, storeTime())) compare(other)
      else if (storeTime() - other.seenAt > FORGOTTEN_MS)
        await documents.replace(NODES, other.id, other.text, undefined)
    }
  }
  const round = async (): Promise<void> => {
    beating = beat().catch((error: unknown) =>
      logger.warn({ code: 'heartbeat-failed', ...errorFields(error) }, 'failed to write node heartbeat'),
    )
    await beating
    if (!stopped) timer = setTimeout(() => void round(), BEAT_MS).unref()
  }
  return {
    name,
    /** Writes this node's record and keeps rewriting it. Resolves after the first write. */
    start: round,
    /** The running nodes: this one first, then the others by name. @throws StoreUnavailable */
    async list(): Promise<readonly ComparedNode[]> {
      const running = (await readNodes(documents)).filter((node) => isRunning(node, storeTime()))
      const own = running.find((node) => node.id === id)
      return running
        .map((node) => comparedTo(own, node))
        .toSorted((a, b) => Number(b.isThis) - Number(a.isThis) || (a.name < b.name ? -1 : 1))
    },
    /** Removes this node's record. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      await beating
      // If the store is unavailable, the record will expire on its own.
      if (written !== undefined) await documents.replace(NODES, id, written, undefined).catch(() => {})
    },
  }
}
