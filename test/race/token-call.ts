/** This client's requests to the token endpoint, and the checks of their responses (RFC 6749 s2.3.1, s5). */
import { encodeFields } from '../support/http.ts'
import { basic } from '../support/relying-party.ts'
import type { Grant } from './authorization.ts'
import { jsonObject } from './provider.ts'
import type { RaceContext } from './race-context.ts'
import { causeOf, type Message, type WireAnswer } from './wire.ts'

export interface Tokens {
  readonly access: string
  readonly refresh: string | undefined
  readonly id: string | undefined
}

export type Outcome =
  | { readonly is: 'success'; readonly tokens: Tokens; readonly ms: number }
  | { readonly is: 'refusal'; readonly word: string; readonly ms: number | undefined }

/** The form of a request, for every node. */
export type TokenForm = Readonly<Record<string, string>>

export const redemptionOf = (
  { code, verifier }: Pick<Grant, 'code' | 'verifier'>,
  { plan }: RaceContext,
): TokenForm => ({ grant_type: 'authorization_code', code, redirect_uri: plan.redirectUri, code_verifier: verifier })

export const refreshOf = (token: string): TokenForm => ({ grant_type: 'refresh_token', refresh_token: token })

export function tokenMessage(url: URL, form: TokenForm, { plan, provider: { auth } }: RaceContext): Message {
  const { clientId, secret = '' } = plan
  if (auth === 'client_secret_basic') {
    return { url, form: encodeFields(form), headers: { authorization: basic(clientId, secret) } }
  }
  const whole = { ...form, client_id: clientId, ...(auth === 'client_secret_post' ? { client_secret: secret } : {}) }
  return { url, form: encodeFields(whole) }
}

/** Reports only the fixed error codes: all else in a response may be secret. */
export function evaluateAnswer({ status, text, ms }: WireAnswer): Outcome {
  const body = jsonObject(text) ?? {}
  const field = (name: string): string | undefined => (typeof body[name] === 'string' ? body[name] : undefined)
  const access = field('access_token')
  if (status === 200 && access !== undefined) {
    return { is: 'success', ms, tokens: { access, refresh: field('refresh_token'), id: field('id_token') } }
  }
  const error = field('error')
  if (status === 429) return { is: 'refusal', ms, word: TOO_MANY }
  return { is: 'refusal', ms, word: error !== undefined && /^[a-z_]{3,40}$/.test(error) ? error : `HTTP ${status}` }
}

/** The name for rate-limited responses, for every provider. */
export const TOO_MANY = 'HTTP 429'

export const withoutAnswer = (error: unknown): Outcome => ({ is: 'refusal', ms: undefined, word: causeOf(error) })
