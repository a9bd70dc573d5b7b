import type { DocumentStore } from '../../ports/documents.ts'
import { documentPages } from '../pages-of.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import { differingSettings, type SettingDigests } from './settings-digest.ts'

/** The record of a running node. Times are in milliseconds since the epoch, by the store's clock. */
export interface NodeRecord {
  readonly name: string
  readonly version: string
  /** The newest store format that the node supports. */
  readonly reads: number
  readonly settings: SettingDigests
  readonly startedAt: number
  readonly seenAt: number
  /** How far the node's clock is ahead of the store's, in milliseconds; absent if the store has no clock. */
  readonly clockMs?: number
}

export interface FoundNode extends NodeRecord {
  /** Identifies a single run of a process. */
  readonly id: string
  readonly text: string
}

export const NODES = 'nodes'
/** A node counts as stopped after this time without a heartbeat, so up to three heartbeats may be lost. */
export const RUNNING_MS = 90_000

export const writeNode = (record: NodeRecord): string => writeRecord(record)

export async function readNodes(documents: Pick<DocumentStore, 'list'>): Promise<readonly FoundNode[]> {
  const found: FoundNode[] = []
  for await (const page of documentPages(documents, NODES))
    for (const { id, value } of page) found.push({ id, text: value, ...readRecord<NodeRecord>(value) })
  return found
}

/** @param now the current time by the store's clock */
export const isRunning = ({ seenAt }: Pick<NodeRecord, 'seenAt'>, now: number): boolean => now - seenAt < RUNNING_MS

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
