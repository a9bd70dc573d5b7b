/** A common app, and how users sign in to it. Names are the project's own, so they are the same in every language. */

interface AnyApp {
  readonly name: string
  /** The tested or documented version, or the first one that the entry applies to. */
  readonly version: string
  /** `tried`: `npm run test:apps` runs it with its block; `read`: from its documentation and source. */
  readonly checked: 'tried' | 'read'
}

/** The app supports OpenID Connect as Portico requires it. */
export interface ConnectedApp extends AnyApp {
  readonly way: 'openid-connect'
  readonly type: 'confidential' | 'public'
  /** Redirect URIs: paths below the app's URL, or complete URIs if it listens at another one. */
  readonly callbacks: readonly string[]
  /** Path after sign-out, below the app's URL; absent if the app only ends its own session. */
  readonly signedOut?: string
  readonly backchannel?: string
  readonly scopes: readonly string[]
  /** The app takes the user's name from the ID token. */
  readonly idTokenClaims?: 'scopes'
  /** The file, or the place in the app, in English. */
  readonly settingsIn: string
  /**
   * Lines with placeholders: `{issuer}`, `{client_id}`, `{secret}`, `{redirect_uri}`, `{origin}`, `{scopes}`,
   * `{signed_out_uri}`, `{name}`, and `{own_secret}` for an app's internal secret. Any other brace is the app's. Empty:
   * a format has the lines.
   */
  readonly settings: readonly string[]
  /** Further notes, in English. */
  readonly note?: string
}

/** The app lacks what Portico requires, so the gate (forward auth) signs users in before it. */
export interface GatedCatalogueApp extends AnyApp {
  readonly way: 'gate'
  /** In English, as a continuation of the app's name. */
  readonly why: string
  /**
   * Lines for the app to accept the gate's headers. Empty: the gate only allows or denies; the app has separate users.
   */
  readonly settings: readonly string[]
}

export type CatalogueApp = ConnectedApp | GatedCatalogueApp
