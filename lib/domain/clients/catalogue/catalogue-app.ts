/** An app that companies run, and how it signs users in here. Its names are its own project's, so they are the same in every language. */

interface AnyApp {
  readonly name: string
  /** The version that was tried or read about, or from which on it holds. */
  readonly version: string
  /** `tried`: `npm run test:apps` runs it with its block; `read`: from its documentation and source. */
  readonly checked: 'tried' | 'read'
}

/** It speaks OpenID Connect as the service demands it. */
export interface ConnectedApp extends AnyApp {
  readonly way: 'openid-connect'
  readonly type: 'confidential' | 'public'
  /** Redirect URIs: below the address of the app, or whole where it listens elsewhere. */
  readonly callbacks: readonly string[]
  /** Where users come to after signing out, below the address of the app; absent where it signs out of itself alone. */
  readonly signedOut?: string
  readonly backchannel?: string
  readonly scopes: readonly string[]
  /** It takes the user's name from the ID token. */
  readonly idTokenClaims?: 'scopes'
  /** The file, or the place in the app, in English. */
  readonly settingsIn: string
  /**
   * Lines with what the app needs in their places: `{issuer}`, `{client_id}`, `{secret}`, `{redirect_uri}`, `{origin}`, `{scopes}`,
   * `{signed_out_uri}`, `{name}`, and `{own_secret}` for one of the app itself. Any other brace is the app's. None: a format has it.
   */
  readonly settings: readonly string[]
  /** What to know beside it, in English. */
  readonly note?: string
}

/** It cannot send what the service demands: the gate signs users in before it. */
export interface GatedCatalogueApp extends AnyApp {
  readonly way: 'gate'
  /** In English, as it follows the name of the app. */
  readonly why: string
  /** Lines that make it take the headers of the gate; none: the gate lets in or not, and the app has users of its own. */
  readonly settings: readonly string[]
}

export type CatalogueApp = ConnectedApp | GatedCatalogueApp
