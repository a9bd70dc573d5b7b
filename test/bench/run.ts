import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RedisServer } from '../support/redis-server.ts'
import type { FigureBook } from './figures.ts'
import type { Party } from './parties.ts'
import type { Rounds } from './rounds.ts'
import type { RowName } from './targets.ts'

/** The context of every part of a run. */
export interface Run {
  readonly redis: RedisServer
  readonly figures: FigureBook
  readonly effort: Rounds
  /** Number of turns for work that runs once per turn. */
  readonly turns: number
  /** The same for slow work with stable figures. */
  readonly rests: number
  /** Warm-up turns, which do not count: they fill stores and caches. */
  readonly warmUps: number
  /** Idle milliseconds before a server's memory is read. */
  readonly idleMs: number
  /** Folder for processor profiles. */
  readonly profiles: string | undefined
  /** Whether one of these figures is requested. */
  wants(...names: readonly RowName[]): boolean
}

/** Stops each of them, even if the work fails. */
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

/** The values of each kind, by turn, without warm-up turns. */
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

/** Passes a temporary folder to the work. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }))
}

/** The issuer of a store with several starts, because a store belongs to one issuer. */
export const STANDING_ISSUER = 'http://localhost:3998'
export const MIB = 2 ** 20
