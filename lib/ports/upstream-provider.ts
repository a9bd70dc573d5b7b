import type { UpstreamClaims } from '../../policies/upstream-id-token.ts'
import type { UpstreamRef } from '../../policies/upstream-refusal.ts'

export type { UpstreamClaims } from '../../policies/upstream-id-token.ts'
export type { UpstreamRef } from '../../policies/upstream-refusal.ts'

/** Parameters for a sign-in at an external provider. They are secret, and specific to one browser and interaction. */
export interface UpstreamRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  readonly loginHint?: string
  readonly prompt?: string
  readonly maxAgeSeconds?: number
}

/** Claims from a token whose signature was verified. The values have not been validated. */
export interface SignedClaims {
  /** `typ` from the JWT header. */
  readonly typ: unknown
  readonly claims: UpstreamClaims
}

/** Claims about a federated user: a verified ID token and, optionally, the userinfo response. */
export interface UpstreamAnswer extends SignedClaims {
  /** The userinfo response; its `sub` is not validated. Absent if there is no userinfo endpoint. */
  readonly profile?: UpstreamClaims
}

export interface UpstreamFacts {
  readonly issuer: string
  readonly authorizationEndpoint: string
  readonly tokenEndpoint: string
  readonly jwksUri: string
  readonly keys: number
  readonly algorithms: readonly string[]
  readonly hasUserinfo: boolean
  readonly hasEndSession: boolean
  /** Whether every authorization response contains `iss` (RFC 9207). */
  readonly promisesIss: boolean
}

/** An external OpenID provider. If the provider fails, its methods throw only UpstreamRefused. */
export interface UpstreamProvider {
  /** URL to redirect the browser to. */
  authorizationUrl(request: UpstreamRequest): Promise<string>
  /** @param answer query parameters from the callback */
  redeem(answer: URLSearchParams, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Verifies a logout token's signature. The caller must check in the store that the `jti` is new. */
  verifyLogoutToken(token: string): Promise<SignedClaims>
  /** URL for signing out at the provider; undefined if the metadata does not contain such an endpoint. */
  endSessionUrl(asked: {
    readonly logoutHint?: string
    readonly postLogoutRedirectUri: string
  }): Promise<string | undefined>
  describe(): Promise<UpstreamFacts>
}

export class UpstreamRefused extends Error {
  override readonly name = 'UpstreamRefused'
  constructor(
    readonly ref: UpstreamRef,
    /** The provider's error text. */
    readonly detail?: string,
  ) {
    super(ref)
  }
}
