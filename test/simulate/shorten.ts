/** Finds a few actions that break the same promise: delta debugging, then one by one. */
import type { Action } from './plan.ts'
import { type Run, type RunOptions, simulate } from './simulate.ts'

/** Pauses between actions become this long at most, if the promise is then still broken. */
const PAUSE_MS = 5_000
const TAIL_MS = 60_000

/** With short pauses. */
function hurried(actions: readonly Action[]): readonly Action[] {
  let [at, was] = [1_000, 0]
  return actions
    .toSorted((a, b) => a.at - b.at)
    .map((action) => {
      at += Math.min(PAUSE_MS, was === 0 ? 0 : action.at - was)
      was = action.at
      return { ...action, at }
    })
}

/** @param found the run that broke a promise */
export async function shorten(options: RunOptions, found: Run, report: (text: string) => void): Promise<Run> {
  const promise = found.violation?.promise
  const begun = found.told.map(({ action }) => action)
  const rest = found.simulatedMs - Math.max(...begun.map(({ at }) => at))
  let best = found
  let runs = 0
  const breaks = async (actions: readonly Action[]): Promise<boolean> => {
    runs += 1
    const lastsMs = Math.max(...actions.map(({ at }) => at)) + rest + TAIL_MS
    const run = await simulate({ ...options, actions, lastsMs, tailMs: 0 })
    if (run.violation?.promise !== promise) return false
    best = run
    return true
  }
  const actionsOf = (run: Run): readonly Action[] => run.told.map(({ action }) => action)
  await breaks(hurried(begun))
  for (let parts = 2, actions = actionsOf(best); actions.length > 1; ) {
    const size = Math.ceil(actions.length / parts)
    const lists = Array.from({ length: Math.ceil(actions.length / size) }, (_, part) => [
      ...actions.slice(0, part * size),
      ...actions.slice((part + 1) * size),
    ])
    let shorter: readonly Action[] | undefined
    for (const list of lists.toReversed())
      if (list.length > 0 && (await breaks(list))) {
        shorter = actionsOf(best)
        break
      }
    if (shorter === undefined && size === 1) break
    parts = shorter === undefined ? Math.min(actions.length, parts * 2) : Math.max(2, parts - 1)
    actions = shorter ?? actions
    report(`shortening: ${actions.length} actions after ${runs} runs`)
  }
  return best
}
