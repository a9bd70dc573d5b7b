/**
 * What nodes record about replacements that are not certain yet, as in `adapters/redis/resolution.ts` and
 * `attempts.ts`, without their clocks (D-T7). A replacement whose response was lost is rolled back without its caller;
 * until then it is open, and its effect does not count as a use of the token.
 */
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import type { Stage } from './explorer.ts'
import type { Attempt, ModelStore } from './model-store.ts'

export interface ResolutionOptions {
  /** How long a request waits for what is not resolved. */
  readonly patience?: 'endless' | 'none'
  /** `careful` is right; the others are there to be found out. */
  readonly undo?: 'careful' | 'forgets-late-arrivals' | 'never'
}

export type Resolution = ReturnType<typeof modelResolution>

/** For all nodes of one service. */
export function modelResolution(
  store: ModelStore,
  stage: Stage,
  { patience = 'endless', undo = 'careful' }: ResolutionOptions,
) {
  /** The time of the answer, once there is one. */
  const open = new Map<Attempt, number>()
  const doubts = new Map<Attempt, Promise<void>>()
  const questions = new Set<{ readonly node: string; readonly since: number }>()
  let turn = 0
  let wake: () => void = () => undefined
  let progress = new Promise<void>((resolve) => {
    wake = resolve
  })

  function notifyWaiters(): void {
    wake()
    progress = new Promise((resolve) => {
      wake = resolve
    })
  }

  /** All that the node had asked before the answer is answered too: nothing can make it take the step back any more. */
  function isOver(attempt: Attempt): boolean {
    const answeredAt = open.get(attempt)
    if (answeredAt === undefined) return true
    return (
      answeredAt !== Infinity && ![...questions].some(({ node, since }) => node === attempt.node && since < answeredAt)
    )
  }

  const doubtsOf = (node: string, family: string): readonly Promise<void>[] =>
    [...doubts].filter(([attempt]) => attempt.node === node && attempt.family === family).map(([, gone]) => gone)

  return {
    begin(node: string, family: string): Attempt {
      const attempt = { node, family }
      open.set(attempt, Infinity)
      return attempt
    },
    answered(attempt: Attempt): void {
      open.set(attempt, (turn += 1))
    },
    /** Notes that the node waits for an answer; call the result when it has come. */
    question(node: string): () => void {
      const question = { node, since: (turn += 1) }
      questions.add(question)
      return () => {
        questions.delete(question)
        notifyWaiters()
      }
    },
    /** Families about which the node's responses reveal something; a doubtful one is revealed by its rollback alone. */
    openFamilies: (node: string): readonly string[] =>
      [...open.keys()]
        .filter((attempt) => attempt.node === node && !doubts.has(attempt) && !isOver(attempt))
        .map(({ family }) => family),
    /** Attempts on the family that were answered, and are to be taken back. */
    reopen(node: string, family: string): readonly Attempt[] {
      const answered = [...open]
        .filter(([attempt, at]) => attempt.node === node && attempt.family === family && at !== Infinity)
        .map(([attempt]) => attempt)
      for (const attempt of answered) open.set(attempt, Infinity)
      return answered
    },
    /** Undoes the attempt at some time to come. */
    doubt(attempt: Attempt, actor: string, expected: string, next: string): Promise<void> {
      const key = `family ${attempt.family}`
      if (undo === 'never') {
        open.delete(attempt)
        return Promise.resolve()
      }
      const gone = stage.take({
        actor: `${actor}, behind`,
        what: 'undo',
        reads: [key],
        writes: [key, `open ${attempt.family}`, `pace ${attempt.node}`],
        outcomes: ['answered'],
        perform() {
          store.undo(attempt.family, expected, next, attempt, undo === 'careful' ? ' ' : '')
          open.delete(attempt)
          doubts.delete(attempt)
          notifyWaiters()
        },
      })
      doubts.set(attempt, gone)
      return gone
    },
    isCalm: (node: string, family: string): boolean => doubtsOf(node, family).length === 0,
    async calm(node: string, family: string): Promise<void> {
      for (let about = doubtsOf(node, family); about.length > 0; about = doubtsOf(node, family)) {
        if (patience === 'none') throw new StoreUnavailable('an earlier step is not resolved yet')
        await Promise.all(about)
      }
    },
    /** The attempts because of which the family's record is not certain, as the node can know it. */
    uncertain(node: string, family: string): readonly Attempt[] {
      const origin = store.originOf(family)
      const here = [...open.keys()].filter((attempt) => attempt.node === node && attempt.family === family)
      return [...here, ...(origin === undefined ? [] : [origin])].filter((attempt) => !isOver(attempt))
    },
    async over(attempts: readonly Attempt[]): Promise<void> {
      if (patience === 'none') throw new StoreUnavailable('the last step is not resolved yet')
      while (attempts.some((attempt) => !isOver(attempt))) await progress
    },
  }
}
