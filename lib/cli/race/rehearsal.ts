/** The first sign-in is used as it is meant to be, once: what fails here is no race. */
import type { Grant } from './authorization.ts'
import type { Course } from './course.ts'
import { RaceFault } from './fault.ts'
import { jsonObject } from './provider.ts'
import { accessLives, type Field } from './storm.ts'
import { judgeAnswer, redemptionOf, type Tokens, tokenMessage } from './token-call.ts'
import { ask } from './wire.ts'

/** @throws RaceFault */
export async function rehearse(grant: Grant, course: Course): Promise<Field> {
  const tokens = await redeemOnce(grant, course)
  if (!isAnswerTo(grant, tokens.id, course))
    throw new RaceFault('the ID token is not the answer to the request: issuer, audience or nonce differ')
  if (course.plan.storms.includes('refresh') && tokens.refresh === undefined) throw new RaceFault(NO_REFRESH_TOKEN)
  return { ...course, userinfoTells: (await accessLives(tokens, course).catch(() => 'unknown')) === 'alive' }
}

const NO_REFRESH_TOKEN =
  'the provider gives no refresh token: the client may need offline_access or the refresh grant, ' +
  'and some providers want --parameter prompt=consent; --only code races for codes alone'

/** Redeems a code that nobody else uses. @throws RaceFault */
export async function redeemOnce(grant: Grant, course: Course): Promise<Tokens> {
  const [url] = course.provider.tokenEndpoints as readonly [URL]
  const message = tokenMessage(url, redemptionOf(grant, course), course)
  const outcome = judgeAnswer(await ask(message, course.signal, 'the token endpoint'))
  if (outcome.is === 'success') return outcome.tokens
  throw new RaceFault(`a code that was used once was refused (${outcome.word})`)
}

/** Straight from the token endpoint, its signature need not be checked (OpenID Connect Core s3.1.3.7, 6). */
function isAnswerTo({ nonce }: Grant, idToken: string | undefined, { plan: { issuer, clientId } }: Course): boolean {
  const payload = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()
  const { iss, aud, nonce: echoed } = jsonObject(payload) ?? {}
  return iss === issuer && (Array.isArray(aud) ? aud : [aud]).includes(clientId) && echoed === nonce
}
