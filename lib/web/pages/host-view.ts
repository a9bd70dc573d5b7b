/** Renders a host's own page. If that fails or takes too long, users get the built-in page and can still sign in. */

import { randomBytes } from 'node:crypto'
import { inTime } from '../../domain/in-time.ts'
import type { AssetName } from '../ui/assets.ts'
import type { Messages } from '../ui/texts/catalogue.ts'
import type { Theme } from '../ui/theme.ts'
import { safeUrl, type View } from '../ui/view.ts'
import { type AnyVNode, asHtml, type Html, type HtmlTag, html, markupOf } from './html.ts'

/** Options of `layout`. */
export interface LayoutOptions {
  /**
   * Window title; in the portal and panel, also the heading.
   * @example 'Sign in'
   */
  readonly title: string
  /**
   * Whether the page shows a form with errors. If so, the window title starts with an error prefix.
   * @default false
   * @example true
   */
  readonly wrong?: boolean
  /**
   * The current section, for pages in the portal or panel.
   * @default none is marked
   * @example 'security'
   */
  readonly section?: keyof Messages['admin']['sections'] | keyof Messages['portal']['sections']
}

/** Renders the built-in page around a body. */
export type HostLayout = (body: Html | AnyVNode, options: LayoutOptions) => string

/** Second argument of a custom page. */
export interface ViewHelpers {
  /** Messages in the page's language. A message that contains values is a function. */
  readonly t: Messages
  /** Language tag of the page. */
  readonly locale: string
  /** Text direction of the language. */
  readonly dir: 'ltr' | 'rtl'
  /** The `theme` setting. */
  readonly theme: Theme
  /** URL of a built-in asset, including its hash. */
  asset(name: AssetName): string
  /** Token that every form must send as `csrf`; also a hidden field of the form. Empty on a screen without a form. */
  readonly csrf: string
  /** Nonce for scripts and styles on this page. Calling this adds the nonce to the Content-Security-Policy. */
  cspNonce(): string
  /** The URL if it is http, https, or relative; otherwise `#`. */
  safeUrl(address: string): string
  /** Request ID, as in the log. */
  readonly requestId: string
  /** Template tag that escapes values, except markup. */
  readonly html: HtmlTag
  /** A complete page around a body: head, styles, frame, and the language and theme switches. */
  layout(body: Html | AnyVNode, options: LayoutOptions): Html
}

/** A complete page. A string is markup from a template engine and is sent unchanged. */
export type Markup = string | Html | AnyVNode
/** A custom page. If it fails or takes longer than two seconds, users get the built-in page. */
export type HostView<Props> = (props: Props, helpers: ViewHelpers) => Markup | Promise<Markup>

/** The host's page that replaces a screen. */
export interface Override {
  /** Name of the screen. */
  readonly name: string
  readonly hostView: HostView<object>
  layout(props: object, view: View): HostLayout
}

/** Maximum time for the host's page, in milliseconds. */
export const HOST_VIEW_TIMEOUT_MS = 2_000

export interface HostPage {
  readonly html: string
  /** Nonce for the policy, if the page requested one. */
  readonly nonce: string | undefined
}

/** @throws the error that the page threw, or an error if the page times out or returns no markup */
export async function renderHostView(
  { hostView, layout: layoutOf }: Override,
  props: object,
  view: View,
  theme: Theme,
  timeoutMs = HOST_VIEW_TIMEOUT_MS,
): Promise<HostPage> {
  let nonce: string | undefined
  const layout = layoutOf(props, view)
  const helpers: ViewHelpers = {
    t: view.t,
    locale: view.language,
    dir: view.dir,
    theme,
    asset: view.asset,
    csrf: csrfIn(props),
    requestId: view.requestId,
    html,
    cspNonce: () => (nonce ??= randomBytes(16).toString('base64')),
    safeUrl: (address) => safeUrl(address) ?? '#',
    layout: (body, options) => asHtml(`<!doctype html>${layout(body, options)}`),
  }
  const given = await inTime(
    async () => hostView(props, helpers),
    timeoutMs,
    () => {
      throw new Error('the page was not made in time')
    },
  )
  const markup = markupOf(given)
  if (markup === undefined || markup.trim() === '') throw new TypeError('the page gave no markup')
  return { html: /^\s*<!doctype/i.test(markup) ? markup : `<!doctype html>${markup}`, nonce }
}

function csrfIn(props: object): string {
  const { form, frame } = props as { readonly form?: Hidden; readonly frame?: { readonly signOut?: Hidden } }
  return form?.hidden?.csrf ?? frame?.signOut?.hidden?.csrf ?? ''
}
interface Hidden {
  readonly hidden?: { readonly csrf?: string }
}
