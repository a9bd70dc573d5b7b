import { createHash, timingSafeEqual } from 'node:crypto'
import { UpstreamRefused } from '../../lib/ports/upstream-provider.ts'
import type { Call } from './bounded-call.ts'
import { type JsonObject, jsonAnswer } from './json-answer.ts'
import type { Discovered } from './metadata.ts'
import { errorText } from './openid-client.ts'

/** Errors that a failing or overloaded upstream reports through the browser (RFC 6749 s4.1.2.1). */
const PASSING = ['server_error', 'temporarily_unavailable']

/** Checks, before anything is sent, that the redirect's parameters belong to this request and come from the issuer. */
export function validateAnswer(answer: URLSearchParams, issuer: string, state: string): void {
  const [states, issuers] = [answer.getAll('state'), answer.getAll('iss')]
  if (states.length !== 1 || !isSame(states[0] ?? '', state)) throw new UpstreamRefused('upstream_state')
  if (issuers.length > 0 && (issuers.length > 1 || issuers[0] !== issuer)) throw new UpstreamRefused('upstream_mix_up')
}

/** Returns the authorization code from a validated response. */
export function codeOf(answer: URLSearchParams, { promisesIss }: Discovered): string {
  // RFC 9207 s2.4: otherwise another provider's response could be accepted as this provider's.
  if (promisesIss && !answer.has('iss')) throw new UpstreamRefused('upstream_mix_up')
  const error = answer.get('error')
  if (error !== null)
    throw new UpstreamRefused(
      PASSING.includes(error) ? 'upstream_unavailable' : 'upstream_denied',
      errorText(error, answer.get('error_description')),
    )
  const [code = '', ...more] = answer.getAll('code')
  if (code === '' || more.length > 0) throw new UpstreamRefused('upstream_response')
  return code
}

/** Fetches the userinfo claims. Signed responses are neither requested nor supported. */
export async function userinfoOf(call: Call, endpoint: string, accessToken: string): Promise<JsonObject> {
  const headers = { Authorization: `Bearer ${accessToken}`, Accept: 'application/json' }
  return jsonAnswer(await call(endpoint, { headers }))
}

function isSame(sent: string, expected: string): boolean {
  const [left, right] = [sent, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(left, right)
}
