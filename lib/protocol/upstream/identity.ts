import { judgeUpstreamIdToken } from '../../../policies/upstream-id-token.ts'
import {
  type UpstreamAnswer,
  type UpstreamClaims,
  UpstreamRefused,
  type UpstreamRequest,
} from '../../ports/upstream-provider.ts'
import type { Connector } from './services.ts'

const SID_MAX_LENGTH = 255
const HINT_MAX_LENGTH = 512

/** Who has signed in at a provider. */
export interface UpstreamIdentity {
  readonly issuer: string
  readonly subject: string
  /** The provider's own session. */
  readonly sid?: string
  /** What it takes as a hint of who signs out: its `login_hint`, as Entra calls it, or the subject. */
  readonly logoutHint: string
  /** Those of the ID token; userinfo adds what it lacks. */
  readonly claims: UpstreamClaims
  readonly acr?: string
  readonly amr: readonly string[]
  /** Seconds since the epoch. */
  readonly authTime?: number
}

/** @param asked `startedAt`: when the browser was sent there, in seconds since the epoch, as `now` @throws UpstreamRefused where the ID token does not say what it must */
export function identityIn(
  { typ, claims, profile }: UpstreamAnswer,
  { issuer, clientId, require }: Pick<Connector, 'issuer' | 'clientId' | 'require'>,
  asked: Pick<UpstreamRequest, 'nonce' | 'prompt' | 'maxAgeSeconds'> & { readonly startedAt: number },
  now: number,
): UpstreamIdentity {
  const verdict = judgeUpstreamIdToken(typ, claims, { issuer, clientId, require, ...asked, now })
  if ('refuse' in verdict) throw new UpstreamRefused(verdict.refuse)
  // OIDC Core s5.3.2: it may be about somebody else.
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

/** What userinfo says of its own address says nothing of another one that the ID token has. */
function sayingOfOwnEmail(profile: UpstreamClaims, claims: UpstreamClaims): UpstreamClaims {
  const { email_verified: _ofAnother, ...others } = profile
  return claims.email === undefined || claims.email === profile.email ? profile : others
}

const isText = (value: unknown, maxLength: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxLength
