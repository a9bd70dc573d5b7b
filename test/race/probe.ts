/** Checks before the sign-in: whether the provider accepts the client, its redirect URI and its secret. */
import { authorizationRequest } from './authorization.ts'
import type { RaceContext } from './race-context.ts'
import { RaceError } from './race-error.ts'
import { evaluateAnswer, redemptionOf, TOO_MANY, tokenMessage } from './token-call.ts'
import { ask } from './wire.ts'

/** @throws RaceError */
export async function probe(context: RaceContext): Promise<void> {
  for (const url of context.provider.tokenEndpoints) await probeClient(url, context)
  await probeRedirect(context)
}

const LIMITED = 'the provider already refuses requests for their rate (429); wait, or raise its limits for this run'

/** A code that was never issued: the error shows whether the client was authenticated. */
async function probeClient(url: URL, context: RaceContext): Promise<void> {
  const [code, verifier] = [context.random(32).toString('base64url'), context.random(32).toString('base64url')]
  const message = tokenMessage(url, redemptionOf({ code, verifier }, context), context)
  const answer = await ask(message, context.signal, 'the token endpoint')
  const outcome = evaluateAnswer(answer)
  if (outcome.is === 'success')
    throw new RaceError(
      'the token endpoint gave tokens for a code that was never issued, which no race is needed to find',
    )
  if (outcome.word === 'invalid_client')
    throw new RaceError(
      `the provider refuses the client (invalid_client): look at --client, its secret and --auth (${context.provider.auth})`,
    )
  if (outcome.word === TOO_MANY) throw new RaceError(LIMITED)
  if ([404, 405].includes(answer.status))
    throw new RaceError(`there is no token endpoint at this address (${answer.status})`)
}

/** The browser shows such an error; it is never sent to the redirect URI. */
async function probeRedirect(context: RaceContext): Promise<void> {
  const url = new URL(authorizationRequest(context).address)
  const { status } = await ask({ url, headers: { accept: 'text/html' } }, context.signal, 'the authorization endpoint')
  if (status === 429) throw new RaceError(LIMITED)
  if (status < 400) return
  throw new RaceError(
    `the provider refuses the authorization request (${status}): is the redirect URI registered for this client, byte for byte? ` +
      `This race uses ${context.plan.redirectUri}`,
  )
}
