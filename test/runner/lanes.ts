/** Which test file runs when: in each change (core), in every build of the whole (extended), or alone on the machine (timing). */
import { liesIn } from '../structure/sources.ts'

export type Lane = 'core' | 'extended' | 'timing'

/** What each command runs. */
export const LANES = {
  core: ['core'],
  all: ['core', 'extended'],
  timing: ['timing'],
} as const satisfies Readonly<Record<string, readonly Lane[]>>

interface Entry {
  /** A folder, or a file in it that runs in another lane. The most exact one that fits counts. */
  readonly place: string
  readonly lane: Lane
}

export const PLACES: readonly Entry[] = [{ place: 'test', lane: 'core' }]

export function laneOf(path: string): Lane | undefined {
  const fitting = PLACES.filter(({ place }) => liesIn(path, place))
  return fitting.toSorted((a, b) => b.place.length - a.place.length)[0]?.lane
}
