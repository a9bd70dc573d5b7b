import type { DocumentStore } from '../../ports/documents.ts'
import { documentPages } from '../pages-of.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { differingSettings, type SettingDigests } from './settings-digest.ts'

/** What a running node says of itself. Times in milliseconds since the epoch, by the clock of the store. */
export interface NodeRecord {
  readonly name: string
  readonly version: string
  /** The newest format of the store that it reads. */
  readonly reads: number
  readonly settings: SettingDigests
  readonly startedAt: number
  readonly seenAt: number
  /** Milliseconds by which its clock is ahead of the store's; absent where the store has none of its own. */
  readonly clockMs?: number
}

export interface FoundNode extends NodeRecord {
  /** Of one run of a process. */
  readonly id: string
  readonly text: string
}

export const NODES = 'nodes'
/** A node that was not seen for so long does not run. Three beats may be lost. */
export const RUNNING_MS = 90_000

export const writeNode = (record: NodeRecord): string => writeRecord(record)

export async function readNodes(documents: Pick<DocumentStore, 'list'>): Promise<readonly FoundNode[]> {
  const found: FoundNode[] = []
  for await (const page of documentPages(documents, NODES))
    for (const { id, value } of page) found.push({ id, text: value, ...readRecord<NodeRecord>(value) })
  return found
}

/** @param now by the clock of the store */
export const isRunning = ({ seenAt }: Pick<NodeRecord, 'seenAt'>, now: number): boolean => now - seenAt < RUNNING_MS

/** A node, and in what it differs from another. */
export interface ComparedNode extends Omit<NodeRecord, 'settings' | 'seenAt'> {
  readonly isThis: boolean
  readonly differs: readonly string[]
}

export const comparedTo = (
  own: FoundNode | undefined,
  { settings, seenAt: _seenAt, text: _text, id, ...node }: FoundNode,
): ComparedNode => ({
  ...node,
  isThis: id === own?.id,
  differs: own === undefined ? [] : differingSettings(own.settings, settings),
})
