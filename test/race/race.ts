/**
 * A race: does one code or refresh token give exactly one success, for any number of parallel uses (RFC 6749 s4.1.2,
 * RFC 9700 s4.14.2)? Tests any OpenID provider over its public endpoints, as a client.
 */
import { authorizationRequest, type Grant } from './authorization.ts'
import { type CallbackServer, openCallbackServer } from './callback-server.ts'
import { runHangUp } from './hang-up.ts'
import type { RacePlan, StormName } from './plan.ts'
import { probe } from './probe.ts'
import { discover } from './provider.ts'
import type { RaceContext } from './race-context.ts'
import { RaceError } from './race-error.ts'
import { redeemOnce, rehearse } from './rehearsal.ts'
import { type Round, runRound, type StormContext } from './storm.ts'
import { type Tally, tallyOf } from './tally.ts'
import { redemptionOf, refreshOf } from './token-call.ts'

export interface RaceResult {
  readonly tallies: readonly Tally[]
  /** The reason for an early end. */
  readonly endedEarly: string | undefined
}

type Tools = Pick<RaceContext, 'random' | 'signal' | 'report'>
type Rounds = Readonly<Record<StormName, Round[]>>

export async function race(plan: RacePlan, tools: Tools): Promise<RaceResult> {
  const rounds: Rounds = { code: [], refresh: [], 'hang-up': [] }
  const endedEarly = await prepareAndRun(plan, rounds, tools).then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof RaceError) return error.message
      if (tools.signal.aborted) return whyStopped(tools.signal)
      throw error
    },
  )
  const tallies = plan.storms.map((storm) =>
    tallyOf(storm, rounds[storm], plan.rounds, storm === 'hang-up' ? 2 : plan.parallel),
  )
  return { tallies, endedEarly }
}

async function prepareAndRun(plan: RacePlan, rounds: Rounds, tools: Tools): Promise<void> {
  const provider = await discover(plan, tools.signal)
  const context: RaceContext = { plan, provider, ...tools }
  await probe(context)
  const server = await openCallbackServer(plan.redirectUri, provider, tools.signal)
  let lastWords = 'The race ended early; the terminal says why.'
  try {
    tools.report(`Open this address in a browser, sign in, and leave the window open:\n\n  ${server.address}\n`)
    await runStorms(context, rounds, server)
    lastWords = 'The race is over; the terminal has the results.'
  } finally {
    await server.close(lastWords)
  }
}

const NAMES: Readonly<Record<StormName, string>> = { code: 'Codes', refresh: 'Refresh tokens', 'hang-up': 'Hang-ups' }

async function runStorms(context: RaceContext, rounds: Rounds, server: CallbackServer): Promise<void> {
  const { plan, report } = context
  const stormContext = await rehearse(await server.grant(authorizationRequest(context), 'Signing in.', 0), context)
  report('signed in; everything works when it is done once')
  for (const storm of plan.storms) {
    for (let round = 1; round <= plan.rounds; round += 1) {
      const progress = `${NAMES[storm]}: round ${round} of ${plan.rounds}`
      // Each code is used immediately, because it expires in a minute or two.
      const grant = await server.grant(authorizationRequest(context), `${progress}.`, plan.pause)
      rounds[storm].push(await roundOf(storm, grant, stormContext))
      if (isReported(round, plan.rounds)) report(progress)
    }
  }
}

/** Uses the code many times, or a refresh token from it. */
async function roundOf(storm: StormName, grant: Grant, context: StormContext): Promise<Round> {
  if (storm === 'code') return runRound(redemptionOf(grant, context), context)
  const { refresh } = await redeemOnce(grant, context)
  if (refresh === undefined) throw new RaceError('the provider gave no refresh token this time')
  return storm === 'refresh' ? runRound(refreshOf(refresh), context) : runHangUp(refresh, context)
}

/** About ten lines per storm, for any number of rounds. */
const isReported = (round: number, rounds: number): boolean =>
  round === rounds || round % Math.max(1, Math.ceil(rounds / 10)) === 0

function whyStopped({ reason }: AbortSignal): string {
  return reason instanceof Error && reason.name === 'TimeoutError'
    ? 'the time limit is over; see --time-limit. If no user came back from the provider: did it show an error to the browser?'
    : 'stopped'
}
