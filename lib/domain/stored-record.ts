import { randomBytes } from 'node:crypto'

/** The version of a record's form, which every record contains, so that later releases can read it. */
const VERSION = 1

/**
 * The newest format of a whole store that this release reads and writes. Until `portico upgrade --finish`, an older
 * release can run next to this one, which therefore writes in the format in use.
 */
export const STORE_FORMAT = 1

/** The record was written by a later release in an unknown form. */
export class NewerRecordError extends Error {
  override readonly name = 'NewerRecordError'
}

export const writeRecord = (value: object): string => JSON.stringify({ v: VERSION, ...value })

/**
 * With a random stamp: a store reports success for a repeated call, so two writers of the same text would both succeed.
 * The member's name is too short for a client ID: some records have one member per client.
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
