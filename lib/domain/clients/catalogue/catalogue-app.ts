/** A popular app and how users sign in to it. Names are spelled as the project spells them, in every language. */

interface AnyApp {
  readonly name: string
  /** The version that was tested or read, or the first version that the entry applies to. */
  readonly version: string
  /** `tried`: tested with its block by `npm run test:apps`; `read`: based on the app's documentation and source. */
  readonly checked: 'tried' | 'read'
  /** For `read`: the month, such as `2026-11`. */
  readonly date?: string
}

/** An app that supports OpenID Connect the way Portico requires. */
export interface ConnectedApp extends AnyApp {
  readonly way: 'openid-connect'
  readonly type: 'confidential' | 'public'
  /** Redirect URIs: paths relative to the app's URL, or complete URIs if the app uses a different URL for them. */
  readonly callbacks: readonly string[]
  /** Path to return to after sign-out, relative to the app's URL. Absent if the app only ends its own session. */
  readonly signedOut?: string
  readonly backchannel?: string
  readonly scopes: readonly string[]
  /** The app reads the user's name from the ID token. */
  readonly idTokenClaims?: 'scopes'
  /** The file or the place in the app where the settings go, in English. */
  readonly settingsIn: string
  /**
   * Lines with placeholders: `{issuer}`, `{client_id}`, `{secret}`, `{redirect_uri}`, `{origin}`, `{scopes}`,
   * `{signed_out_uri}`, `{name}`, and `{own_secret}` for the app's internal secret. Other braces belong to the app.
   * Empty if a format already contains the lines.
   */
  readonly settings: readonly string[]
  /** Additional notes, in English. */
  readonly note?: string
}

/** An app without suitable OpenID Connect support. The gate (forward auth) in front of it signs users in instead. */
export interface GatedCatalogueApp extends AnyApp {
  readonly way: 'gate'
  /** The reason, in English, worded to follow the app's name. */
  readonly why: string
  /** Lines that make the app accept the gate's headers. Empty if the app manages its own users behind the gate. */
  readonly settings: readonly string[]
  /** For its maintainers, in English: the change after which the app can sign users in by OpenID Connect. */
  readonly lacks?: string
}

export type CatalogueApp = ConnectedApp | GatedCatalogueApp
