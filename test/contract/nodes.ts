/** The environment of a contract: two nodes of the service, each with a separate connection to the same data. */
import type { Storage } from '../../lib/ports/storage.ts'

export interface Nodes {
  readonly here: Storage
  readonly there: Storage
  /** Lets a number of milliseconds pass on the store's clock. */
  pass(ms: number): Promise<void>
}

/** A promise with a name, and its test, which gets separate nodes on an empty store. */
export type Check = (promise: string, test: (nodes: Nodes) => Promise<void>) => void

/** A life that ends within the test (after `pass(OVER)`, and no sooner on a slow machine), and one that does not. */
export const BRIEF = 2_000
export const OVER = 2_200
export const LONG = 3_600_000

/** Sends `times` concurrent steps, alternating between both nodes. */
export function race<T>(
  { here, there }: Nodes,
  times: number,
  step: (node: Storage, turn: number) => Promise<T>,
): Promise<T[]> {
  return Promise.all(Array.from({ length: times }, (_, turn) => step(turn % 2 === 0 ? here : there, turn)))
}

/** The state of a subject that was never revoked, and of a session that never ended. */
export const UNTOUCHED = {
  generation: 0,
  sessionEnded: false,
  sessionRevoked: false,
  clientGeneration: 0,
  rolesGeneration: 0,
}

/** How often each word was answered. */
export function tally(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Text that a careless adapter would trim, cut, parse or confuse with a missing value. */
export const AWKWARD_TEXTS = [
  '',
  ' ',
  '{"a":1}\n',
  'nil',
  '0',
  'ünïcödé 🗝️',
  'quote \' " \\ %',
  '{tag}:*?[x]',
  'before\0after',
  'x'.repeat(100_000),
]
