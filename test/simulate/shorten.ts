/** Finds a few actions that break the same promise: the last ones that do, then delta debugging. */
import type { Action } from './plan.ts'
import { type Run, type RunOptions, simulate } from './simulate.ts'

/** Pauses between actions become this long at most, if the promise is then still broken. */
const PAUSE_MS = 5_000
const TAIL_MS = 60_000

/** With short pauses. */
function hurried(actions: readonly Action[]): readonly Action[] {
  let [at, was] = [1_000, actions[0]?.at ?? 0]
  return actions.map((action) => {
    at += Math.min(PAUSE_MS, action.at - was)
    was = action.at
    return { ...action, at }
  })
}

/** @param found the run that broke a promise */
export async function shorten(options: RunOptions, found: Run, report: (text: string) => void): Promise<Run> {
  const begun = found.told.map(({ action }) => action).toSorted((a, b) => a.at - b.at)
  const rest = found.simulatedMs - (begun.at(-1)?.at ?? 0)
  let [best, runs] = [found, 0]
  let pace = hurried
  /** @returns the actions until the promise was broken; undefined if it was not */
  const broken = async (candidate: readonly Action[]): Promise<readonly Action[] | undefined> => {
    runs += 1
    const actions = pace(candidate)
    const lastsMs = (actions.at(-1)?.at ?? 0) + rest + TAIL_MS
    const run = await simulate({ ...options, actions, lastsMs, tailMs: 0 })
    if (run.violation?.promise !== found.violation?.promise) return undefined
    best = run
    return candidate.filter(({ number }) => run.told.some(({ action }) => action.number === number))
  }
  const first = async (candidates: readonly (readonly Action[])[]): Promise<readonly Action[] | undefined> => {
    for (const candidate of candidates) {
      const shorter = await broken(candidate)
      if (shorter !== undefined) return shorter
    }
    return undefined
  }

  const lasts = Array.from({ length: Math.ceil(Math.log2(begun.length)) }, (_, power) => begun.slice(-(2 ** power)))
  let actions = await first([...lasts, begun])
  if (actions === undefined) pace = (list) => list
  actions ??= begun
  for (let parts = 2; actions.length > 1; ) {
    const size: number = Math.ceil(actions.length / parts)
    const all: readonly Action[] = actions
    const without = Array.from({ length: Math.ceil(all.length / size) }, (_, part) => all.toSpliced(part * size, size))
    const shorter = await first(without)
    if (shorter === undefined && size === 1) break
    parts = shorter === undefined ? parts * 2 : Math.max(2, parts - 1)
    actions = shorter ?? actions
    report(`shortening: ${actions.length} actions after ${runs} runs`)
  }
  return best
}
