/** One round: many parallel uses of one code or refresh token, and the tokens that stay valid afterwards. */
import { setTimeout as pass } from 'node:timers/promises'
import type { RaceContext } from './race-context.ts'
import { RaceError } from './race-error.ts'
import {
  evaluateAnswer,
  type Outcome,
  refreshOf,
  TOO_MANY,
  type TokenForm,
  type Tokens,
  tokenMessage,
  withoutAnswer,
} from './token-call.ts'
import { hold, openConnection, send } from './wire.ts'

/** Number of checked tokens, and of valid ones. */
export interface Alive {
  readonly asked: number
  readonly alive: number
}

export interface Round {
  readonly outcomes: readonly Outcome[]
  readonly access: Alive
  readonly refresh: Alive
  /** Only after a hang-up: whether the provider had sent the tokens. */
  readonly responseSent?: boolean
}

export interface StormContext extends RaceContext {
  /** Userinfo accepted an access token from outside of the race, so its refusal is meaningful. */
  readonly userinfoAnswers: boolean
}

/** Long enough for written bytes to arrive, short enough for a server that waits for the rest. */
const SETTLE_MS = 50
export const ALL_LIMITED =
  'the provider refuses every request for its rate (429); raise its limits for this run, or send fewer with a --pause'

/** @throws RaceError when the rate limit refused every request */
export async function runRound(form: TokenForm, context: StormContext): Promise<Round> {
  const outcomes = await allAtOnce(form, context)
  if (outcomes.every((outcome) => outcome.is === 'refusal' && outcome.word === TOO_MANY))
    throw new RaceError(ALL_LIMITED)
  const winners = outcomes.flatMap((outcome) => (outcome.is === 'success' ? [outcome.tokens] : []))
  return { outcomes, ...(await aliveAfter(winners, context)) }
}

export async function aliveAfter(winners: readonly Tokens[], context: StormContext) {
  // Access tokens first, because checking a refresh token uses it.
  const access = await stillAlive(context.userinfoAnswers ? winners : [], accessLives, context)
  return { access, refresh: await stillAlive(winners, refreshLives, context) }
}

async function allAtOnce(form: TokenForm, context: StormContext): Promise<readonly Outcome[]> {
  const {
    plan,
    provider: { tokenEndpoints },
    signal,
  } = context
  const held = await Promise.all(
    Array.from({ length: plan.parallel }, async (_, index) => {
      const url = tokenEndpoints[index % tokenEndpoints.length] as URL
      try {
        return await hold(await openConnection(url, signal), tokenMessage(url, form, context), signal)
      } catch (error) {
        return withoutAnswer(error)
      }
    }),
  )
  await pass(SETTLE_MS)
  const released = held.map((one) => ('release' in one ? one.release() : one))
  const outcomes = await Promise.all(
    released.map((one) => ('then' in one ? one.then(evaluateAnswer, withoutAnswer) : one)),
  )
  // An aborted round has no result.
  signal.throwIfAborted()
  return outcomes
}

type Life = 'alive' | 'dead' | 'unknown'

async function stillAlive(
  winners: readonly Tokens[],
  lives: (tokens: Tokens, context: RaceContext) => Promise<Life>,
  context: RaceContext,
): Promise<Alive> {
  const found = await Promise.all(winners.map((tokens) => lives(tokens, context).catch((): Life => 'unknown')))
  context.signal.throwIfAborted()
  return {
    asked: found.filter((life) => life !== 'unknown').length,
    alive: found.filter((life) => life === 'alive').length,
  }
}

export async function accessLives(
  { access }: Tokens,
  { provider: { userinfoEndpoint: url }, signal }: RaceContext,
): Promise<Life> {
  if (url === undefined) return 'unknown'
  const { status } = await send({ url, headers: { authorization: `Bearer ${access}` } }, signal)
  return status === 200 ? 'alive' : [400, 401, 403].includes(status) ? 'dead' : 'unknown'
}

async function refreshLives({ refresh }: Tokens, context: RaceContext): Promise<Life> {
  if (refresh === undefined) return 'unknown'
  const [url] = context.provider.tokenEndpoints as readonly [URL]
  const outcome = evaluateAnswer(await send(tokenMessage(url, refreshOf(refresh), context), context.signal))
  return outcome.is === 'success' ? 'alive' : outcome.word === 'invalid_grant' ? 'dead' : 'unknown'
}
