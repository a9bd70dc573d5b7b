import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

/** What each kind gives, turn by turn; the turns before the first do not count. */
export async function inTurns<Kind extends string>(
  kinds: readonly Kind[],
  turns: number,
  warmUps: number,
  take: (kind: Kind, turn: number) => Promise<number>,
): Promise<Readonly<Record<Kind, number[]>>> {
  const found = Object.fromEntries(kinds.map((kind) => [kind, []])) as unknown as Record<Kind, number[]>
  for (let turn = -warmUps; turn < turns; turn += 1)
    for (const kind of kinds) {
      const value = await take(kind, turn)
      if (turn >= 0) found[kind].push(value)
    }
  return found
}

/** Gives a folder to the work, and removes it afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** Of a store that is started on again and again: it is the address that the store belongs to. */
export const STANDING_ISSUER = 'http://localhost:3998'
export const MIB = 2 ** 20
