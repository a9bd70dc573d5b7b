import type { VNode } from 'preact'
import type { AssetName, Look } from './assets.ts'
import { builtIn, type Catalogue, type Messages } from './texts/catalogue.ts'

/** The view that every screen receives. A screen is a pure function of its props and its view, without any I/O. */

// Re-exported, because every screen needs these types.
export type { ComponentChildren, VNode } from 'preact'
export { isolate, rich } from './texts/format/words.ts'

export type ColorScheme = 'auto' | 'light' | 'dark'

export interface View {
  /** The language of the texts. */
  readonly language: string
  /** The language for dates and numbers, with the user's region if the browser names it, such as `en-GB`. */
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly t: Messages
  readonly product: Product
  readonly asset: (name: AssetName) => string
  /** URL of a picture that the store keeps under this name. */
  readonly picture: (name: string) => string
  /** Whether the theme has its own styles. */
  readonly themed: boolean
  readonly colorScheme: ColorScheme
  /** Languages that the user can switch to. The links work without scripts. */
  readonly languages: readonly { readonly code: string; readonly label: string; readonly href: string }[]
  /** Path for the cookies that app.js writes (theme choice). */
  readonly cookiePath: string
  readonly requestId: string
  /** URL of the help page. The configuration allows https, mailto, and Portico's own paths. */
  readonly helpHref?: string | undefined
  /** Contact for users who cannot sign in. */
  readonly helpContact?: string | undefined
  /** Labels and descriptions of the scopes that the deployment declares, in this language and in the declared order. */
  readonly declaredScopes?: Readonly<Record<string, ScopeWords>>
  /** The current time, for relative times. */
  readonly now: Date
}

/** The company's name and pictures, as URLs. */
interface Product {
  readonly name: string
  readonly logo?: string | undefined
  readonly logoDark?: string | undefined
  /** Whether the logo contains the name. */
  readonly logoHasName?: boolean | undefined
  readonly favicon?: string | undefined
}

/** How a scope is described to users. */
export interface ScopeWords {
  readonly label: string
  readonly description?: string | undefined
}

/** What every component receives beside its props. */
export interface HasView {
  readonly view: View
}

export type Screen<Props> = (props: Props, context: HasView) => VNode

/** The parts of a view that the caller provides. Direction and texts are derived from the locale. */
export type ViewInput = Omit<View, 'locale' | 'dir' | 't' | 'product' | 'asset' | 'picture' | 'themed'> & {
  /** Defaults to `language`. */
  readonly locale?: string
  /** Returns the messages for a language; defaults to the built-in ones. */
  readonly speak?: (locale: string) => Catalogue
  readonly look: Look
}

export function createView({ look, speak = builtIn, ...input }: ViewInput): View {
  const { theme, picture } = look
  const pictureOf = (value: string | undefined): string | undefined => value && picture(value)
  const words = speak(input.language)
  return {
    ...input,
    ...words,
    language: words.locale,
    locale: input.locale ?? words.locale,
    product: {
      name: theme.productName,
      logo: pictureOf(theme.logo),
      logoDark: pictureOf(theme.logoDark),
      logoHasName: theme.logoHasName,
      favicon: pictureOf(theme.favicon),
    },
    asset: look.path,
    picture,
    themed: look.themed,
  }
}

/** The color scheme in a `sso_theme` cookie. With any value except the two valid ones, pages follow the device. */
export function colorSchemeOf(cookie: string | undefined): ColorScheme {
  return cookie === 'light' || cookie === 'dark' ? cookie : 'auto'
}

/** Every untrusted URL must pass through `safeUrl`, which allows only http and https. Preact does not check schemes. */
const ANY_PAGE = 'https://page.invalid/'

export function safeUrl(address: string | undefined): string | undefined {
  if (address === undefined) return undefined
  const url = URL.parse(address, ANY_PAGE)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return URL.canParse(address) ? url.href : address
}

/** The part of a URL that shows users where it leads. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host || address
}
