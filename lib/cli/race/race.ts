/**
 * A race: is one code, one refresh token, good for one success, however many use it at the same moment (RFC 6749 s4.1.2,
 * RFC 9700 s4.14.2)? Asked of any OpenID provider, over its public endpoints, as a client of it.
 */

import { authorizationRequest, type Grant } from './authorization.ts'
import type { Course } from './course.ts'
import { type Desk, openDesk } from './desk.ts'
import { RaceFault } from './fault.ts'
import type { RacePlan, StormName } from './plan.ts'
import { probe } from './probe.ts'
import { discover } from './provider.ts'
import { redeemOnce, rehearse } from './rehearsal.ts'
import { type Round, runRound } from './storm.ts'
import { type Tally, tallyOf } from './tally.ts'
import { redemptionOf, refreshOf, type TokenForm } from './token-call.ts'

export interface RaceTools extends Pick<Course, 'random' | 'signal'> {
  /** Says how far it is. */
  readonly tell: (text: string) => void
}

export interface RaceResult {
  readonly tallies: readonly Tally[]
  /** Why it ended early. */
  readonly fault?: string
}

type Rounds = Readonly<Record<StormName, Round[]>>

export async function race(plan: RacePlan, { random, signal, tell }: RaceTools): Promise<RaceResult> {
  const rounds: Rounds = { code: [], refresh: [] }
  const fault = await prepareAndRun(plan, rounds, { random, signal, tell }).then(
    () => undefined,
    (thrown: unknown) => {
      if (thrown instanceof RaceFault) return thrown.message
      if (signal.aborted) return whyStopped(signal)
      throw thrown
    },
  )
  const tallies = plan.storms.map((storm) => tallyOf(storm, rounds[storm], plan.rounds, plan.parallel))
  return { tallies, ...(fault === undefined ? {} : { fault }) }
}

async function prepareAndRun(plan: RacePlan, rounds: Rounds, { random, signal, tell }: RaceTools): Promise<void> {
  const provider = await discover(plan, signal)
  const course: Course = { plan, provider, random, signal }
  await probe(course)
  const desk = await openDesk(plan.redirectUri, provider, signal)
  let lastWords = 'The race ended early; the terminal says why.'
  try {
    tell(`Open this address in a browser, sign in, and leave the window open:\n\n  ${desk.address}\n`)
    await runStorms(course, rounds, desk, tell)
    lastWords = 'The race is over; the terminal has the results.'
  } finally {
    await desk.close(lastWords)
  }
}

const NAMES: Readonly<Record<StormName, string>> = { code: 'Codes', refresh: 'Refresh tokens' }

async function runStorms(course: Course, rounds: Rounds, desk: Desk, tell: RaceTools['tell']): Promise<void> {
  const { plan } = course
  const field = await rehearse(await desk.grant(authorizationRequest(course), 'Signing in.', 0), course)
  tell('signed in; everything works when it is done once')
  for (const storm of plan.storms) {
    for (let round = 1; round <= plan.rounds; round += 1) {
      const progress = `${NAMES[storm]}: round ${round} of ${plan.rounds}`
      // A code is raced for as soon as it is there: it lives for a minute or two.
      const grant = await desk.grant(authorizationRequest(course), `${progress}.`, plan.pause)
      rounds[storm].push(await runRound(await formOf(storm, grant, course), field))
      if (isTold(round, plan.rounds)) tell(progress)
    }
  }
}

/** What is used many times: the code, or a refresh token that the code gives. */
async function formOf(storm: StormName, grant: Grant, course: Course): Promise<TokenForm> {
  if (storm === 'code') return redemptionOf(grant, course)
  const { refresh } = await redeemOnce(grant, course)
  if (refresh === undefined) throw new RaceFault('the provider gave no refresh token this time')
  return refreshOf(refresh)
}

/** Some ten lines a storm, however many rounds there are. */
const isTold = (round: number, rounds: number): boolean =>
  round === rounds || round % Math.max(1, Math.ceil(rounds / 10)) === 0

function whyStopped({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? 'the time limit is over; see --time-limit. If nobody came back from the provider: did it show an error to the browser?'
    : 'stopped'
}
