import { randomBytes } from 'node:crypto'

/** Format version of a record. Every record contains it, so that later releases can still read the record. */
const VERSION = 1

/**
 * The newest store format that this release reads and writes. Until `portico upgrade --finish` is run, an older
 * release can run alongside this one, so this one keeps writing the older format.
 */
export const STORE_FORMAT = 1

/** A later release wrote the record, in a format unknown to this one. */
export class NewerRecordError extends Error {
  override readonly name = 'NewerRecordError'
}

export const writeRecord = (value: object): string => JSON.stringify({ v: VERSION, ...value })

/**
 * Adds a random stamp. A store reports success for a repeated call, so without a stamp, two writers of the same text
 * would both succeed. Some records have one member per client, so the stamp's name is too short to be a client ID.
 */
export const writeStamped = (value: object): string =>
  writeRecord({ w: randomBytes(6).toString('base64url'), ...value })

/** Removes the stamp. @throws NewerRecordError */
export function readRecord<Value extends object>(text: string): Value {
  const { v, w: _stamp, ...value } = JSON.parse(text) as { readonly v: number; readonly w?: string }
  if (v > VERSION)
    throw new NewerRecordError(`a record in the store has version ${v}, of a later release; this one reads ${VERSION}`)
  return value as Value
}

/** Returns undefined if the store has no record. @throws NewerRecordError */
export const recordIn = <Value extends object>(text: string | undefined): Value | undefined =>
  text === undefined ? undefined : readRecord<Value>(text)

export const writeList = (list: readonly unknown[]): string => writeRecord({ list })

/** @throws NewerRecordError */
export const readList = <Entry>(text: string): readonly Entry[] => readRecord<{ list: readonly Entry[] }>(text).list
