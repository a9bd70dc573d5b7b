import { type UpstreamRef, UpstreamRefused } from '../../lib/ports/upstream-provider.ts'

/** What is said of an error, by openid-client and by what it stands on. */
interface Told {
  readonly code?: unknown
  readonly error?: unknown
  readonly error_description?: unknown
  readonly message?: unknown
  readonly cause?: unknown
}

const BY_CLAIM: Readonly<Record<string, UpstreamRef>> = {
  iss: 'upstream_issuer',
  aud: 'upstream_audience',
  azp: 'upstream_audience',
  nonce: 'upstream_nonce',
  exp: 'upstream_token_expired',
}

/** An error of openid-client as one of our causes: by its codes and the claim that it names. */
export function refusedBy(thrown: unknown): UpstreamRefused {
  const chain = chainOf(thrown)
  const own = chain.find((one) => one instanceof UpstreamRefused)
  if (own !== undefined) return own as UpstreamRefused
  const codes = new Set(chain.map(({ code }) => code))
  const answered = chain.find(({ error }) => typeof error === 'string')
  const told = (text: unknown): string | undefined => (typeof text === 'string' ? text : undefined)
  const words = told(answered === undefined ? chain.at(-1)?.message : wordsOf(answered))
  if (codes.has('OAUTH_AUTHORIZATION_RESPONSE_ERROR'))
    return new UpstreamRefused(isPassing(answered?.error) ? 'upstream_unavailable' : 'upstream_denied', words)
  if (codes.has('OAUTH_RESPONSE_BODY_ERROR'))
    return new UpstreamRefused(answered?.error === 'invalid_grant' ? 'upstream_code' : 'upstream_response', words)
  const claim = chain.map(claimOf).find((name) => name !== undefined)
  if (codes.has('OAUTH_JWT_CLAIM_COMPARISON_FAILED') || codes.has('OAUTH_JWT_TIMESTAMP_CHECK_FAILED'))
    return new UpstreamRefused(BY_CLAIM[claim ?? ''] ?? 'upstream_token_invalid', words)
  if (codes.has('OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED'))
    return new UpstreamRefused(claim === 'sub' ? 'upstream_subject_changed' : 'upstream_issuer', words)
  if (codes.has('OAUTH_KEY_SELECTION_FAILED') || chain.some(isAboutSignature))
    return new UpstreamRefused('upstream_signature', words)
  return new UpstreamRefused(
    codes.has('OAUTH_INVALID_RESPONSE') ? 'upstream_token_invalid' : 'upstream_response',
    words,
  )
}

function chainOf(thrown: unknown): readonly Told[] {
  const chain: Told[] = []
  for (let one = thrown; typeof one === 'object' && one !== null && chain.length < 8; one = (one as Told).cause)
    chain.push(one as Told)
  return chain
}

/** What was compared stands in the innermost cause. */
function claimOf(told: Told & { readonly claim?: unknown; readonly attribute?: unknown }): string | undefined {
  const name = told.claim ?? told.attribute
  return typeof name === 'string' ? name : undefined
}

const isAboutSignature = ({ message }: Told): boolean =>
  typeof message === 'string' && /signature verification|"alg" header|algorithm|JWS/.test(message)

const isPassing = (error: unknown): boolean => error === 'temporarily_unavailable' || error === 'server_error'

const wordsOf = ({ error, error_description: description }: Told): string =>
  [error, description].filter((word) => typeof word === 'string').join(': ')
