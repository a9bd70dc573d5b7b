import { validateUpstreamIdToken } from '../../../policies/upstream-id-token.ts'
import {
  type UpstreamAnswer,
  type UpstreamClaims,
  UpstreamRefused,
  type UpstreamRequest,
} from '../../ports/upstream-provider.ts'
import type { Connector } from './services.ts'

const SID_MAX_LENGTH = 255
const HINT_MAX_LENGTH = 512

/** The identity of a user who signed in at an external provider. */
export interface UpstreamIdentity {
  readonly issuer: string
  readonly subject: string
  /** Session at the provider. */
  readonly sid?: string
  /** Hint that identifies the user in a logout at the provider: the `login_hint` claim (Entra) or the subject. */
  readonly logoutHint: string
  /** Claims from the ID token and the userinfo endpoint. If both contain a claim, the ID token's value is used. */
  readonly claims: UpstreamClaims
  readonly acr?: string
  readonly amr: readonly string[]
  /** Seconds since the epoch. */
  readonly authTime?: number
}

/**
 * @param asked `startedAt`: time of the redirect to the provider, seconds since the epoch, like `now`
 * @throws UpstreamRefused when the ID token is invalid
 */
export function identityIn(
  { typ, claims, profile }: UpstreamAnswer,
  { issuer, clientId, require }: Pick<Connector, 'issuer' | 'clientId' | 'require'>,
  asked: Pick<UpstreamRequest, 'nonce' | 'prompt' | 'maxAgeSeconds'> & { readonly startedAt: number },
  now: number,
): UpstreamIdentity {
  const verdict = validateUpstreamIdToken(typ, claims, { issuer, clientId, require, ...asked, now })
  if ('refuse' in verdict) throw new UpstreamRefused(verdict.refuse)
  // Compare the subjects, because the userinfo response could be about a different user (OIDC Core s5.3.2).
  if (profile !== undefined && profile.sub !== claims.sub) throw new UpstreamRefused('upstream_subject_changed')
  const { acr, amr, auth_time: authTime, sid, login_hint: hint } = claims
  return {
    issuer,
    subject: verdict.subject,
    logoutHint: isText(hint, HINT_MAX_LENGTH) ? hint : verdict.subject,
    claims: { ...(profile === undefined ? {} : sayingOfOwnEmail(profile, claims)), ...claims },
    amr: Array.isArray(amr) ? amr.filter((method) => typeof method === 'string') : [],
    ...(isText(sid, SID_MAX_LENGTH) ? { sid } : {}),
    ...(typeof acr === 'string' ? { acr } : {}),
    ...(typeof authTime === 'number' ? { authTime } : {}),
  }
}

/** Drops `email_verified` from the userinfo claims if the ID token contains a different `email`. */
function sayingOfOwnEmail(profile: UpstreamClaims, claims: UpstreamClaims): UpstreamClaims {
  const { email_verified: _ofAnother, ...others } = profile
  return claims.email === undefined || claims.email === profile.email ? profile : others
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength
