/**
 * Runs concurrent actors through every order of their steps. Only orders with different effects are run: two steps that
 * touch nothing in common can change places unnoticed, so of such orders one is run (sleep sets, Godefroid 1996). A
 * request begins with its first step and gets its response right after its last one: no other moments require more of
 * the service. The first step of a request does not change places with the response to another, so the order in which
 * clients see things is kept.
 *
 * An actor is a function that awaits its steps. The run is repeated from the start for every order, so actors must do
 * the same when they get the same results.
 */
export type Outcome = 'answered' | 'not-done' | 'answer-lost' | 'late'

export interface Footprint {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

export interface Step extends Footprint {
  readonly actor: string
  readonly what: string
  /** The ways in which the step may go; each is tried. */
  readonly outcomes: readonly Outcome[]
  /** Does the step; the actor goes on with what it resolves or rejects with. */
  perform(outcome: Outcome): unknown
}

interface Waiting extends Step {
  readonly index: number
  /** The step with which a request of the actor may begin. */
  readonly isFirst: boolean
  /** @param at the time: of steps at the same time, it is the same */
  go(outcome: Outcome, at: number): void
}

interface Choice {
  readonly id: string
  readonly step: Waiting
  readonly outcome: Outcome
  /** Starts right after the step, before that has ended. */
  readonly beside?: Waiting
}

/** When a request began and was answered, in steps. */
export interface Timed<T> {
  readonly result: T
  readonly start: number
  readonly end: number
}

/** Where the actors of one run put their steps. */
export interface Stage {
  /** Waits for its turn, then does the step. */
  take<T>(step: Step & { perform(outcome: Outcome): T | Promise<T> }): Promise<T>
  /** Work whose order does not matter: it waits for no turn. */
  aside<T>(work: () => T | Promise<T>): Promise<T>
  /** One request of an actor, whose steps `work` takes. */
  request<T>(actor: string, work: () => Promise<T>): Promise<Timed<T>>
  /** Begins an actor. An error that it throws is an error of the test. */
  act(script: () => Promise<unknown>): void
  /** The steps done so far, for a person to read. */
  story(): readonly string[]
}

export interface Exploration {
  readonly schedules: number
  /** Orders that were left because they differ from one that was run in nothing. */
  readonly redundant: number
  readonly longest: number
}

export interface ExploreOptions {
  /** How many steps of a schedule may go wrong, and in which ways. */
  readonly mishaps?: number
  readonly ways?: readonly Outcome[]
  /** `all`: also those that differ from another in nothing. */
  readonly orders?: 'different' | 'all'
  readonly most?: number
  /**
   * The steps are calls to a real store: two are also tried at the same time, and may lead to something else in each
   * run.
   */
  readonly isReal?: boolean
}

/** @param begin starts the actors; the function that it returns runs when all have ended, and throws at a violation */
export async function explore(
  begin: (stage: Stage) => Promise<() => Promise<void>>,
  options: ExploreOptions = {},
): Promise<Exploration> {
  const { mishaps = 0, ways = ['not-done', 'answer-lost'], isReal = false } = options
  const { orders = 'different', most = 1_000_000 } = options
  // Names of choices, not choices: names in the store differ from run to run, and so do footprints.
  const path: {
    readonly choices: readonly string[]
    readonly asleep: readonly string[]
    readonly tried: string[]
    chosen: string
  }[] = []
  const found = { schedules: 0, redundant: 0, longest: 0 }
  for (;;) {
    const run = newRun(mishaps, ways, isReal)
    const finish = await begin(run.stage)
    let asleep: readonly string[] = []
    let isRedundant = false
    for (let depth = 0; ; depth += 1) {
      const { choices, isAnswered } = await run.next()
      if (choices.length === 0) break
      if (isAnswered) asleep = asleep.filter((id) => !choices.some((choice) => choice.id === id && choice.step.isFirst))
      if (isReal && !choices.some(({ id }) => id === path[depth]?.chosen)) path.length = Math.min(path.length, depth)
      if (depth === path.length) {
        const chosen = choices.find(({ id }) => !asleep.includes(id))
        if (chosen === undefined) {
          isRedundant = true
          break
        }
        path.push({ choices: choices.map(({ id }) => id), asleep, tried: [], chosen: chosen.id })
      }
      const { chosen: id, asleep: before, tried } = path[depth] as (typeof path)[number]
      const chosen = choices.find((choice) => choice.id === id)
      if (chosen === undefined) throw new Error(`the run is not repeatable: ${id} is not there any more`)
      const resting =
        orders === 'all' ? [] : choices.filter((choice) => before.includes(choice.id) || tried.includes(choice.id))
      asleep = resting.filter((choice) => areIndependent(choice, chosen)).map((choice) => choice.id)
      run.perform(chosen)
    }
    if (isRedundant) found.redundant += 1
    else {
      found.schedules += 1
      found.longest = Math.max(found.longest, run.stage.story().length)
      await finish()
    }
    if (found.schedules >= most) throw new Error(`more than ${most} schedules`)
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const { choices, asleep: sleeping, tried } = top
      tried.push(top.chosen)
      const next = choices.find((id) => !tried.includes(id) && !sleeping.includes(id))
      if (next !== undefined) {
        top.chosen = next
        break
      }
      path.pop()
    }
    if (path.length === 0) return found
  }
}

/** Calls that a store may confuse when they overlap. */
const besides = (steps: readonly Waiting[], step: Waiting): readonly Waiting[] =>
  steps.filter((other) => other.actor !== step.actor && (meets(step.writes, other) || meets(other.writes, step)))

const meets = (writes: readonly string[], { reads, writes: others }: Footprint): boolean =>
  writes.some((key) => reads.includes(key) || others.includes(key))

/** Whether the two can change places unnoticed. */
function areIndependent(a: Choice, b: Choice): boolean {
  if (a.step.actor === b.step.actor && a.step.index === b.step.index) return false
  if (a.outcome !== 'answered' && b.outcome !== 'answered') return false
  if (a.beside !== undefined || b.beside !== undefined) return false
  return !meets(a.step.writes, b.step) && !meets(b.step.writes, a.step)
}

function newRun(mishaps: number, ways: readonly Outcome[], isReal: boolean) {
  const waiting: Waiting[] = []
  const issued = new Map<string, number>()
  /** Requests without an answer, by actor; the time of their first step. */
  const open = new Map<string, { start?: number }>()
  const story: string[] = []
  let left = mishaps
  let busy = 0
  let whenIdle = (): void => {}
  let isAnswered = false
  let error: unknown

  const ended = (): void => {
    busy -= 1
    if (busy === 0) whenIdle()
  }
  const stage: Stage = {
    take: (step) =>
      new Promise((resolve, reject) => {
        const index = issued.get(step.actor) ?? 0
        issued.set(step.actor, index + 1)
        const request = open.get(step.actor)
        const go = (outcome: Outcome, at: number): void => {
          busy += 1
          story.push(`${step.actor}: ${step.what}${outcome === 'answered' ? '' : ` (${outcome})`}`)
          if (request !== undefined) request.start ??= at
          Promise.resolve()
            .then(() => step.perform(outcome))
            .then(resolve as (value: unknown) => void, reject)
            .finally(ended)
        }
        waiting.push({ ...step, index, isFirst: request !== undefined && request.start === undefined, go })
      }),
    async aside(work) {
      busy += 1
      try {
        return await work()
      } finally {
        ended()
      }
    },
    async request(actor, work) {
      const request: { start?: number } = {}
      open.set(actor, request)
      const result = await work()
      open.delete(actor)
      isAnswered = true
      return { result, start: request.start ?? story.length, end: story.length }
    },
    act(script) {
      script().catch((thrown: unknown) => {
        error ??= thrown
      })
    },
    story: () => story,
  }
  return {
    stage,
    /**
     * All possible next steps, once every actor waits for its turn or has ended; whether a request got its response.
     */
    async next(): Promise<{ readonly choices: readonly Choice[]; readonly isAnswered: boolean }> {
      // Until an immediate runs, actors go on with what their steps resolved with, up to their next steps.
      const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
      await turn()
      while (busy > 0) {
        await new Promise<void>((resolve) => (whenIdle = resolve))
        await turn()
      }
      if (error !== undefined) throw error
      const choices = waiting.flatMap((step): Choice[] => [
        ...step.outcomes
          .filter((outcome) => outcome === 'answered' || (left > 0 && ways.includes(outcome)))
          .map((outcome) => ({ id: `${step.actor} ${step.index} ${outcome}`, step, outcome })),
        ...(isReal ? besides(waiting, step) : []).map((beside): Choice => {
          const id = `${step.actor} ${step.index} beside ${beside.actor} ${beside.index}`
          return { id, step, outcome: 'answered', beside }
        }),
      ])
      const answered = isAnswered
      isAnswered = false
      return { choices: choices.sort((a, b) => (a.id < b.id ? -1 : 1)), isAnswered: answered }
    },
    perform({ step, outcome, beside }: Choice): void {
      const at = story.length + 1
      for (const begun of beside === undefined ? [step] : [step, beside]) {
        waiting.splice(waiting.indexOf(begun), 1)
        if (outcome !== 'answered') left -= 1
        begun.go(outcome, at)
      }
    },
  }
}

/** A stage on which every step is done immediately, as it should be. */
export const AT_ONCE: Stage = {
  take: async <T>(step: { perform(outcome: Outcome): T | Promise<T> }) =>
    Promise.resolve().then(() => step.perform('answered')),
  aside: async (work) => work(),
  request: async (_actor, work) => ({ result: await work(), start: 0, end: 0 }),
  act: (script) => void script(),
  story: () => [],
}
