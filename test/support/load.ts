/** The parts of a load: requests in turn, and their results. */
import type { Answer } from './http.ts'
import { until } from './until.ts'

export interface Totals {
  readonly sent: number
  /** Responses with a retry time. */
  readonly unavailable: number
  readonly failures: readonly string[]
}

interface AnswerTally {
  /** The response, if it has the expected status. */
  count(what: string, work: Promise<Answer>, wanted: number): Promise<Answer | undefined>
  failed(what: string): void
  totals(): Totals
}

export function answerTally(): AnswerTally {
  const failures: string[] = []
  let [sent, unavailable] = [0, 0]
  return {
    async count(what, work, wanted) {
      sent += 1
      const answer = await work.catch((error: Error) => error)
      if (answer instanceof Error) failures.push(`${what}: ${answer.message}`)
      else if (answer.status === 503 && answer.headers['retry-after'] !== undefined) unavailable += 1
      else if (answer.status !== wanted) failures.push(`${what}: ${answer.status} ${answer.text.slice(0, 200)}`)
      else return answer
      return undefined
    },
    failed: (what) => void failures.push(what),
    totals: () => ({ sent, unavailable, failures }),
  }
}

/** Resolves after this many more requests. */
export async function sendsMore(totals: () => Pick<Totals, 'sent'>, count: number): Promise<void> {
  const before = totals().sent
  await until(() => totals().sent >= before + count)
}

/** Runs the next work at each interval. @returns stops sending, and waits for requests in progress */
export function inTurn(works: readonly (() => Promise<unknown>)[], everyMs: number): () => Promise<void> {
  const underway = new Set<Promise<unknown>>()
  let turn = 0
  const load = setInterval(() => {
    const work = (works[(turn += 1) % works.length] as () => Promise<unknown>)().finally(() => underway.delete(work))
    underway.add(work)
  }, everyMs)
  return async () => {
    clearInterval(load)
    await Promise.all(underway)
  }
}
