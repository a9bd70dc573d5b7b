import { randomBytes } from 'node:crypto'

/** The version of a record's form. Every record contains it, so that releases can follow one another. */
const VERSION = 1

/**
 * The newest format of a whole store that this release reads and writes. While an older release can still run next to
 * it, this one writes the format that the older one reads. `portico upgrade --finish` ends that.
 */
export const STORE_FORMAT = 1

/** A later release wrote the record in a form that is unknown here. */
export class NewerRecordError extends Error {
  override readonly name = 'NewerRecordError'
}

export const writeRecord = (value: object): string => JSON.stringify({ v: VERSION, ...value })

/**
 * With a random stamp. A store reports success for a repeated call, so two writers of the same text would both succeed.
 * The member's name is too short for a client ID: some records have one member for each client.
 */
export const writeStamped = (value: object): string =>
  writeRecord({ w: randomBytes(6).toString('base64url'), ...value })

/** Omits the stamp. @throws NewerRecordError */
export function readRecord<Value extends object>(text: string): Value {
  const { v, w: _stamp, ...value } = JSON.parse(text) as { readonly v: number; readonly w?: string }
  if (v > VERSION)
    throw new NewerRecordError(`a record in the store has version ${v}, of a later release; this one reads ${VERSION}`)
  return value as Value
}

export const writeList = (list: readonly unknown[]): string => writeRecord({ list })

/** @throws NewerRecordError */
export const readList = <Entry>(text: string): readonly Entry[] => readRecord<{ list: readonly Entry[] }>(text).list
