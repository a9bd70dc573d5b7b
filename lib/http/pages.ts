import type { Configuration } from '../config/configuration.ts'
import { createAssets } from '../ui/assets.ts'
import type { Assets } from '../ui/assets.ts'
import { pageHeaders } from '../ui/csp.ts'
import type { PageKind } from '../ui/csp.ts'
import { chooseLocale } from '../ui/i18n/catalogue.ts'
import { renderPage } from '../ui/render.ts'
import { colorSchemeOf, createView } from '../ui/view.ts'
import type { Screen, View } from '../ui/view.ts'
import { cookieValue } from './cookies.ts'
import type { Exchange } from './exchange.ts'
import { send } from './responses.ts'

const LANGUAGE_LABELS: Readonly<Record<string, string>> = { en: 'English', ar: 'العربية' }
const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

export interface Page {
  readonly html: string
  readonly headers: Readonly<Record<string, string>>
}

/** Pages for people, in their language and colours. */
export interface Pages {
  readonly assets: Assets
  view(exchange: Exchange, uiLocales?: string): View
  render<Props extends object>(exchange: Exchange, screen: Screen<Props>, props: Props, options?: { readonly kind?: PageKind; readonly uiLocales?: string | undefined }): Page
  show<Props extends object>(exchange: Exchange, status: number, screen: Screen<Props>, props: Props, options?: { readonly kind?: PageKind; readonly uiLocales?: string | undefined; readonly headers?: Readonly<Record<string, string>> }): void
}

export function pages({ theme, ui, baseUrl, adminUrl, portalUrl }: Pick<Configuration, 'theme' | 'ui' | 'baseUrl' | 'adminUrl' | 'portalUrl'>, mountPath: string, https: boolean, now: () => number): Pages {
  const assets = createAssets({ mount: mountPath, theme })
  const cookiePath = mountPath === '' ? '/' : mountPath
  const appsElsewhere = [adminUrl, portalUrl].some((url) => url !== '' && new URL(url).origin !== new URL(baseUrl).origin)
  const panel: PageKind = appsElsewhere ? { panelOf: baseUrl } : 'panel'

  const view: Pages['view'] = (exchange, uiLocales) => {
    const query = new URLSearchParams(exchange.query)
    const asked = query.get('ui_locales') ?? uiLocales
    const locale = chooseLocale({ uiLocales: asked ?? undefined, cookie: cookieValue(exchange.req, 'sso_lang'), acceptLanguage: exchange.req.headers['accept-language'] }, ui.locales)
    // A choice made on a page is kept; one that an app asks for is for this page only.
    if (query.has('ui_locales') && exchange.req.method === 'GET' && exchange.route.name !== 'authorize') {
      exchange.res.appendHeader('Set-Cookie', `sso_lang=${locale}; Path=${cookiePath}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; SameSite=Lax; HttpOnly${https ? '; Secure' : ''}`)
    }
    return createView({
      locale, theme, assets, requestId: exchange.requestId, now: new Date(now()), cookiePath, colorScheme: colorSchemeOf(cookieValue(exchange.req, 'sso_theme')), helpHref: ui.helpUrl,
      languages: ui.locales.map((code) => ({ code, label: LANGUAGE_LABELS[code] ?? code, href: languageHref(query, code) })),
    })
  }
  const render: Pages['render'] = (exchange, screen, props, options = {}) => ({
    html: renderPage(screen, props, view(exchange, options.uiLocales)),
    headers: { ...pageHeaders(options.kind === 'panel' ? panel : options.kind ?? 'interaction'), 'X-Frame-Options': 'DENY' },
  })
  return {
    assets, view, render,
    show(exchange, status, screen, props, options = {}) {
      const page = render(exchange, screen, props, options)
      send(exchange, status, undefined, page.html, { ...page.headers, ...options.headers })
    },
  }
}

function languageHref(query: URLSearchParams, code: string): string {
  const next = new URLSearchParams(query)
  next.set('ui_locales', code)
  return `?${next}`
}
