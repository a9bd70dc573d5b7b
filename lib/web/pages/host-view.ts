/**
 * Pages of the host's own in the place of built-in ones, made with whatever engine the host likes. A page that throws,
 * gives nothing or takes too long must not keep anybody from signing in: the built-in one is shown then, and the error is
 * logged.
 */

import { randomBytes } from 'node:crypto'
import { inTime } from '../../domain/in-time.ts'
import type { AssetName } from '../ui/assets.ts'
import type { Messages } from '../ui/texts/catalogue.ts'
import type { Theme } from '../ui/theme.ts'
import type { View } from '../ui/view.ts'
import { safeUrl } from '../ui/view.ts'
import { type AnyVNode, asHtml, type Html, type HtmlTag, html, markupOf } from './html.ts'

export interface LayoutOptions {
  /**
   * Of the window; in portal and panel it is the heading as well.
   * @default none, the key is required
   * @example 'Sign in'
   */
  readonly title: string
  /**
   * True when a form is shown again with errors: the window's title says so first.
   * @default false
   * @example true
   */
  readonly wrong?: boolean
  /**
   * In portal and panel: which section the page belongs to.
   * @default none is marked
   * @example 'security'
   */
  readonly section?: keyof Messages['admin']['sections'] | keyof Messages['portal']['sections']
}

/** The built-in page around a body. */
export type HostLayout = (body: Html | AnyVNode, options: LayoutOptions) => string

export interface ViewHelpers {
  /** Texts in the language of the page; those with values are functions. */
  readonly t: Messages
  readonly locale: string
  readonly dir: 'ltr' | 'rtl'
  readonly theme: Theme
  /** Address of a built-in asset, with its hash. */
  asset(name: AssetName): string
  /** Token that every form must send as `csrf`; empty where the screen has no form. It is among the form's hidden fields too. */
  readonly csrf: string
  /** Nonce for scripts and styles of this page; asking for it puts it into the Content-Security-Policy. */
  cspNonce(): string
  /** The address, if it is http, https or relative; `#` otherwise. */
  safeUrl(address: string): string
  readonly requestId: string
  readonly html: HtmlTag
  /** A whole page around a body: head, styles, frame, language and theme switch. */
  layout(body: Html | AnyVNode, options: LayoutOptions): Html
}

/** A whole page. A text is markup as an engine made it, and is sent as it is. */
export type Markup = string | Html | AnyVNode
export type HostView<Props> = (props: Props, helpers: ViewHelpers) => Markup | Promise<Markup>

/** A page of the host in the place of a screen. */
export interface Override {
  /** Of the screen. */
  readonly name: string
  readonly hostView: HostView<object>
  layout(props: object, view: View): HostLayout
}

/** How long a page of the host may take, in milliseconds. */
export const HOST_VIEW_TIMEOUT_MS = 2_000

export interface HostPage {
  readonly html: string
  /** For the policy, if the page asked for one. */
  readonly nonce: string | undefined
}

/** @throws whatever the page threw, or that it took too long, or that it gave no markup */
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
    locale: view.locale,
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
