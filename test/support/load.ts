/** What a load is made of: requests in turn, and what came of them. */
import type { Answer } from './http.ts'
import { until } from './until.ts'

export interface Totals {
  readonly sent: number
  /** Answers that say when to come again. */
  readonly unavailable: number
  readonly failures: readonly string[]
}

interface AnswerTally {
  /** The answer, if it is the one that is wanted. */
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
      const answer = await work.catch((fault: Error) => fault)
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

/** Resolves when so many more requests were sent. */
export async function sendsMore(totals: () => Pick<Totals, 'sent'>, count: number): Promise<void> {
  const before = totals().sent
  await until(() => totals().sent >= before + count)
}

/** Does the next of these every so many milliseconds. @returns sends nothing more, and waits for what is under way */
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
