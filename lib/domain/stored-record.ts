import { randomBytes } from 'node:crypto'

/**
 * Every record in the store says which version of its form it has, so that releases can follow one another: a release reads its own
 * version and the one before. What has none was written by 0.1.0, and counts as the first.
 */
const VERSION = 2

/**
 * The form in which the records of a store are written, for all of them together. While an older release may still run beside this
 * one, what this one would write differently is written as the older one reads it; `portico upgrade --finish` ends that.
 */
export const FORMATS = { former: 2, newest: 3 } as const

/** The format that the store is written in now, as this process has read it last. */
export type FormatInUse = () => number

/** A later release has written it, and its form is not known here. */
export class NewerRecordError extends Error {
  override readonly name = 'NewerRecordError'
}

export const writeRecord = (value: object): string => JSON.stringify({ v: VERSION, ...value })

/**
 * With a random stamp. A store reports success for a repeated call, so two writers of the same text would both succeed. The name of the
 * member is too short for a client ID: some records have one member for each client.
 */
export const writeStamped = (value: object): string =>
  writeRecord({ w: randomBytes(6).toString('base64url'), ...value })

/** The stamp is left out. @throws NewerRecordError */
export function readRecord<Value extends object>(text: string): Value {
  const { v = 1, w: _stamp, ...value } = JSON.parse(text) as { readonly v?: number; readonly w?: string }
  if (v > VERSION)
    throw new NewerRecordError(
      `a record in the store has version ${v}, of a later release; this one reads ${VERSION - 1} and ${VERSION}`,
    )
  return value as Value
}

export const writeList = (list: readonly unknown[]): string => writeRecord({ list })

/** @throws NewerRecordError */
export const readList = <Entry>(text: string): readonly Entry[] => readRecord<{ list: readonly Entry[] }>(text).list
