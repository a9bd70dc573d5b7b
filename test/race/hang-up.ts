/** One round: a client hangs up before the response to a refresh, then uses the same refresh token again, twice. */
import { randomInt } from 'node:crypto'
import type { RaceContext } from './race-context.ts'
import { RaceError } from './race-error.ts'
import { ALL_LIMITED, aliveAfter, type Round, type StormContext } from './storm.ts'
import { evaluateAnswer, type Outcome, refreshOf, TOO_MANY, tokenMessage, withoutAnswer } from './token-call.ts'
import { type Message, send, sendAndHangUp } from './wire.ts'

/** @throws RaceError when a refresh whose response was awaited fails */
export async function runHangUp(token: string, context: StormContext): Promise<Round> {
  // The first one shows how long a response takes.
  let last = successOf(await refresh(token, context))
  for (;;) {
    const present = last.refresh
    // Every fourth client hangs up.
    if (randomInt(4) > 0) {
      last = successOf(await refresh(present, context))
      continue
    }
    const { gone, answer } = await sendAndHangUp(messageOf(present, context), context.signal, last.ms * Math.random())
    const unread = answer === undefined ? undefined : evaluateAnswer(answer)
    if (gone) return await roundAfter(present, unread, context)
    if (unread === undefined) throw new RaceError('the token endpoint closed the connection without a response')
    last = successOf(unread)
  }
}

/** @param unread the response that the provider sent although the client had gone */
async function roundAfter(token: string, unread: Outcome | undefined, context: StormContext): Promise<Round> {
  const again = await refresh(token, context)
  const uses = again.is === 'success' ? [again, await refresh(token, context)] : [again]
  // Two clients then have tokens from one refresh token.
  const outcomes = unread?.is === 'success' && again.is === 'success' ? [unread, ...uses] : uses
  const winners = outcomes.flatMap((outcome) => (outcome.is === 'success' ? [outcome.tokens] : []))
  return { outcomes, ...(await aliveAfter(winners, context)), responseSent: unread?.is === 'success' }
}

async function refresh(token: string, context: RaceContext): Promise<Outcome> {
  const outcome = await send(messageOf(token, context), context.signal).then(evaluateAnswer, withoutAnswer)
  context.signal.throwIfAborted()
  if (outcome.is === 'refusal' && outcome.word === TOO_MANY) throw new RaceError(ALL_LIMITED)
  return outcome
}

/** To a random node. */
function messageOf(token: string, context: RaceContext): Message {
  const { tokenEndpoints } = context.provider
  return tokenMessage(tokenEndpoints[randomInt(tokenEndpoints.length)] as URL, refreshOf(token), context)
}

function successOf(outcome: Outcome): { readonly refresh: string; readonly ms: number } {
  const next = outcome.is === 'success' ? outcome.tokens.refresh : undefined
  if (next === undefined || outcome.ms === undefined)
    throw new RaceError(
      `a refresh gave no new refresh token (${outcome.is === 'refusal' ? outcome.word : 'not rotated'})`,
    )
  return { refresh: next, ms: outcome.ms }
}
