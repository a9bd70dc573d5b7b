import type { VNode } from 'preact'
import type { AssetName } from './assets.ts'
import { builtIn, type Catalogue, type Messages } from './texts/catalogue.ts'

/**
 * What every page knows besides its own props: language, texts, brand, theme, addresses of styles and scripts.
 * A screen is a pure function of its props and this view; it reads no request and does no I/O.
 */

// With what every screen is written.
export type { ComponentChildren, VNode } from 'preact'
export { isolate, rich } from './texts/format/words.ts'

/** A language the user may switch to; the address works without scripts. */
export interface LanguageLink {
  readonly code: string
  readonly label: string
  readonly href: string
}

export type ColorScheme = 'auto' | 'light' | 'dark'

export interface View {
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly t: Messages
  readonly product: { readonly name: string; readonly logo?: string | undefined; readonly favicon?: string | undefined }
  readonly asset: (name: AssetName) => string
  /** Whether the theme has styles of its own. */
  readonly themed: boolean
  readonly colorScheme: ColorScheme
  readonly languages: readonly LanguageLink[]
  /** Path of the cookies that app.js writes (theme choice). */
  readonly cookiePath: string
  readonly requestId: string
  /** From the configuration, which allows https, mailto and our own paths. */
  readonly helpHref?: string | undefined
  /** Whom users ask when they cannot sign in. */
  readonly helpContact?: string | undefined
  /** Words of the scopes that the deployment declares, in this language, by name; in their order. */
  readonly declaredScopes?: Readonly<Record<string, ScopeWords>>
  /** Now, for relative times. */
  readonly now: Date
}

/** What users read of a scope. */
export interface ScopeWords {
  readonly label: string
  readonly description?: string | undefined
}

export interface Viewed {
  readonly view: View
}

export type Screen<Props> = (props: Props & Viewed) => VNode

/** What the caller gives; direction and texts follow from the locale. */
export type ViewInput = Omit<View, 'dir' | 't' | 'product' | 'asset' | 'themed'> & {
  /** Texts of a language; the built-in ones without it. */
  readonly speak?: (locale: string) => Catalogue
  readonly theme: {
    readonly productName: string
    readonly logo?: string | undefined
    readonly favicon?: string | undefined
  }
  readonly assets: { readonly path: (name: AssetName) => string; readonly themed: boolean }
}

export function createView({ theme, assets, speak = builtIn, ...input }: ViewInput): View {
  return {
    ...input,
    ...speak(input.locale),
    product: { name: theme.productName, logo: theme.logo, favicon: theme.favicon },
    asset: assets.path,
    themed: assets.themed,
  }
}

/**
 * The colour scheme a `sso_theme` cookie asks for; anything but the two known words follows the device.
 */
export function colorSchemeOf(cookie: string | undefined): ColorScheme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'auto'
}

/**
 * The only way an address that is not our own constant gets into a page: http and https pass, all else
 * (`javascript:`, `data:`, custom schemes) is dropped. Preact itself does not look at schemes.
 */
const ANY_PAGE = 'https://page.invalid/'

export function safeUrl(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address, ANY_PAGE)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return URL.canParse(address) ? url.href : address
}

/** The part of an address that shows users where it leads. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host || address
}
