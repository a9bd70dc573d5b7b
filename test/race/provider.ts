/** A provider's data for a race, from its discovery document (OpenID Connect Discovery s4, RFC 9207 s3). */

import type { AuthMethod, RacePlan } from './plan.ts'
import { RaceError } from './race-error.ts'
import { TARGET_REFUSALS, validateTarget } from './target.ts'
import { ask } from './wire.ts'

export interface Provider {
  readonly issuer: string
  readonly authorizationEndpoint: URL
  /** The requests of a storm are distributed over them. */
  readonly tokenEndpoints: readonly URL[]
  readonly userinfoEndpoint: URL | undefined
  readonly auth: AuthMethod
  /** Every authorization response has `iss`. */
  readonly sendsIssuer: boolean
}

export async function discover(plan: RacePlan, signal: AbortSignal): Promise<Provider> {
  const document = await fetchDocument(plan.issuer, signal)
  // Byte for byte: with another issuer, this would be another provider's document.
  if (document['issuer'] !== plan.issuer)
    throw new RaceError('the discovery document names another issuer; give --issuer exactly as the provider writes it')
  const endpoint = (name: string): URL | undefined => {
    const address = document[name]
    if (typeof address !== 'string') return undefined
    const verdict = validateTarget(address, plan.isAuthorized)
    if (verdict !== 'allowed') throw new RaceError(`${name} of the discovery document ${TARGET_REFUSALS[verdict]}`)
    return new URL(address)
  }
  const [authorizationEndpoint, tokenEndpoint] = [endpoint('authorization_endpoint'), endpoint('token_endpoint')]
  if (authorizationEndpoint === undefined || tokenEndpoint === undefined)
    throw new RaceError('the discovery document names no authorization_endpoint or no token_endpoint')
  return {
    issuer: plan.issuer,
    authorizationEndpoint,
    userinfoEndpoint: endpoint('userinfo_endpoint'),
    tokenEndpoints:
      plan.tokenEndpoints.length === 0 ? [tokenEndpoint] : plan.tokenEndpoints.map((address) => new URL(address)),
    auth: plan.auth ?? methodFor(plan.secret, document['token_endpoint_auth_methods_supported']),
    sendsIssuer: document['authorization_response_iss_parameter_supported'] === true,
  }
}

async function fetchDocument(issuer: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const url = new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  const answer = await ask({ url }, signal, 'the issuer')
  if (answer.status !== 200) throw new RaceError(`there is no discovery document at the issuer (${answer.status})`)
  const document = jsonObject(answer.text)
  if (document === undefined) throw new RaceError('the discovery document is not JSON')
  return document
}

export function jsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined
  } catch {
    return undefined
  }
}

/** Basic, which is the default without metadata, unless the provider lists only post. */
function methodFor(secret: string | undefined, listed: unknown): AuthMethod {
  if (secret === undefined) return 'none'
  const knows = (method: AuthMethod): boolean => Array.isArray(listed) && listed.includes(method)
  return knows('client_secret_post') && !knows('client_secret_basic') ? 'client_secret_post' : 'client_secret_basic'
}
