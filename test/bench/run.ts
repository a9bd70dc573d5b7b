import type { RedisServer } from '../support/redis-server.ts'
import type { FigureBook } from './figures.ts'
import type { Party } from './parties.ts'
import type { Rounds } from './rounds.ts'
import type { RowName } from './targets.ts'

/** What every part of a run is given. */
export interface Run {
  readonly redis: RedisServer
  readonly figures: FigureBook
  readonly effort: Rounds
  /** Turns of what is done once a turn. */
  readonly turns: number
  /** The same where each takes long and the figures differ little. */
  readonly rests: number
  /** Turns before that, which do not count: they fill stores and caches. */
  readonly warmUps: number
  /** Milliseconds that a server is left alone before its memory is read. */
  readonly idleMs: number
  /** Folder for processor profiles. */
  readonly profiles: string | undefined
  /** Whether one of these figures is asked for. */
  wants(...names: readonly RowName[]): boolean
}

/** Stops each of them, also where the work fails. */
export async function withParties<const P extends readonly Party[], T>(
  parties: P,
  work: (...parties: P) => Promise<T>,
): Promise<T> {
  try {
    return await work(...parties)
  } finally {
    for (const party of parties) await party.stop()
  }
}

export const MIB = 2 ** 20
