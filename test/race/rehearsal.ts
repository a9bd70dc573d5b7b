/** The first sign-in is used correctly, once: a failure here is not a race. */
import type { Grant } from './authorization.ts'
import { jsonObject } from './provider.ts'
import type { RaceContext } from './race-context.ts'
import { RaceError } from './race-error.ts'
import { accessLives, type StormContext } from './storm.ts'
import { evaluateAnswer, redemptionOf, type Tokens, tokenMessage } from './token-call.ts'
import { ask } from './wire.ts'

/** @throws RaceError */
export async function rehearse(grant: Grant, context: RaceContext): Promise<StormContext> {
  const tokens = await redeemOnce(grant, context)
  if (!isAnswerTo(grant, tokens.id, context))
    throw new RaceError('the ID token is not the answer to the request: issuer, audience or nonce differ')
  if (context.plan.storms.some((storm) => storm !== 'code') && tokens.refresh === undefined)
    throw new RaceError(NO_REFRESH_TOKEN)
  return { ...context, userinfoAnswers: (await accessLives(tokens, context).catch(() => 'unknown')) === 'alive' }
}

const NO_REFRESH_TOKEN =
  'the provider gives no refresh token: the client may need offline_access or the refresh grant, ' +
  'and some providers want --parameter prompt=consent; --only code races for codes alone'

/** Redeems a code that has no other use. @throws RaceError */
export async function redeemOnce(grant: Grant, context: RaceContext): Promise<Tokens> {
  const [url] = context.provider.tokenEndpoints as readonly [URL]
  const message = tokenMessage(url, redemptionOf(grant, context), context)
  const outcome = evaluateAnswer(await ask(message, context.signal, 'the token endpoint'))
  if (outcome.is === 'success') return outcome.tokens
  throw new RaceError(`a code that was used once was refused (${outcome.word})`)
}

/** Directly from the token endpoint, so its signature need not be checked (OpenID Connect Core s3.1.3.7, 6). */
function isAnswerTo(
  { nonce }: Grant,
  idToken: string | undefined,
  { plan: { issuer, clientId } }: RaceContext,
): boolean {
  const payload = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()
  const { iss, aud, nonce: echoed } = jsonObject(payload) ?? {}
  return iss === issuer && (Array.isArray(aud) ? aud : [aud]).includes(clientId) && echoed === nonce
}
