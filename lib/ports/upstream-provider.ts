import type { UpstreamClaims } from '../../policies/upstream-id-token.ts'
import type { UpstreamRef } from '../../policies/upstream-refusal.ts'

export type { UpstreamClaims } from '../../policies/upstream-id-token.ts'
export type { UpstreamRef } from '../../policies/upstream-refusal.ts'

/** Parameters of a sign-in at an external provider, secrets of one browser and one interaction. */
export interface UpstreamRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  readonly loginHint?: string
  readonly prompt?: string
  readonly maxAgeSeconds?: number
}

/** Claims with a verified signature. Their contents are not validated. */
export interface SignedClaims {
  /** `typ` of the JWT header. */
  readonly typ: unknown
  readonly claims: UpstreamClaims
}

/** Claims of a federated user: a verified ID token and, optionally, the userinfo response. */
export interface UpstreamAnswer extends SignedClaims {
  /** The userinfo response; its `sub` is not validated. Absent without a userinfo endpoint. */
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
  /** RFC 9207: every response contains `iss`. */
  readonly promisesIss: boolean
}

/** An external OpenID provider. For provider errors, every method throws UpstreamRefused only. */
export interface UpstreamProvider {
  /** URL to which the browser is redirected. */
  authorizationUrl(request: UpstreamRequest): Promise<string>
  /** @param answer query parameters of the callback */
  redeem(answer: URLSearchParams, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** Verifies the signature of a logout token. Its caller checks in the store that the `jti` is new. */
  verifyLogoutToken(token: string): Promise<SignedClaims>
  /** URL for sign-out at the provider; undefined when the metadata contain no such endpoint. */
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
