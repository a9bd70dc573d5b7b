import type { UpstreamRef } from '../../policies/upstream-refusal.ts'

export type { UpstreamRef } from '../../policies/upstream-refusal.ts'

/** What a sign-in at an upstream provider is begun with: secrets of one browser and one interaction. */
export interface UpstreamRequest {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirectUri: string
  readonly loginHint?: string
  readonly prompt?: string
  readonly maxAgeSeconds?: number
}

/** What the key of a provider signed; nothing of the contents is judged. */
export interface SignedClaims {
  /** `typ` of the header. */
  readonly typ: unknown
  readonly claims: UpstreamClaims
}

export type UpstreamClaims = Readonly<Record<string, unknown>>

/** What a provider said of its user: in the ID token, whose signature is right, and beside it. */
export interface UpstreamAnswer extends SignedClaims {
  /** Of userinfo, of whatever subject; absent where there is no such endpoint. */
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
  /** RFC 9207: every answer has `iss`. */
  readonly promisesIss: boolean
}

/** An OpenID provider that users come from. Every method throws UpstreamRefused, and nothing else of the provider's. */
export interface UpstreamProvider {
  /** Where the browser is sent to. */
  authorizationUrl(request: UpstreamRequest): Promise<string>
  /** @param answer query parameters of the callback */
  redeem(answer: URLSearchParams, request: UpstreamRequest): Promise<UpstreamAnswer>
  /** What a logout token says. Whether its `jti` comes for the first time is a matter of the store. */
  verifyLogoutToken(token: string): Promise<SignedClaims>
  /** Where the browser signs out there; undefined where the metadata name no such address. */
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
    /** What the provider said, in its own words. */
    readonly told?: string,
  ) {
    super(ref)
  }
}
