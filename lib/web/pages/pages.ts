import { GATE_PATH } from '../../../policies/gate.ts'
import { searchedText } from '../../../policies/request-text.ts'
import type { Configuration } from '../../config/configuration.ts'
import { compressPage } from '../http/content-coding.ts'
import { send } from '../http/responses.ts'
import { cookieValue, setCookie } from '../request/cookies.ts'
import { headerText } from '../request/received-headers.ts'
import type { RequestContext } from '../request/request-context.ts'
import type { RouteName } from '../request/route.ts'
import type { Assets } from '../ui/assets.ts'
import { type PageKind, pageHeaders, withFrame } from '../ui/csp.ts'
import { type Catalogue, chooseLocale, withRegion } from '../ui/texts/catalogue.ts'
import type { Theme } from '../ui/theme.ts'
import { type ColorScheme, colorSchemeOf, createView, type Screen, type View } from '../ui/view.ts'
import { type HostPage, type Override, renderHostView } from './host-view.ts'
import { languageHref, languageName, scopeWords } from './page-languages.ts'
import { renderPage, renderPart } from './render.ts'

const LANGUAGE_COOKIE_SECONDS = 365 * 86_400

export interface Page {
  readonly html: string
  /** Whether the host provides the page. If so, its content is unknown to Portico. */
  readonly isOfHost: boolean
  readonly headers: Readonly<Record<string, string>>
}

export interface PageOptions {
  readonly kind?: PageKind
  readonly uiLocales?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** `none`: no language links, because the page can be shown only once, so a link would lead to a different page. */
  readonly languages?: 'none'
  /** Whether the page shows another page of the panel in a frame. */
  readonly frame?: boolean
  /** Whether to compress the page. If so, it must not contain user data, and each response must mask its secrets. */
  readonly compressed?: boolean
}

/** Status and headers of the response that shows a form again with an issue. */
export function issueStatus(issue: { readonly kind: string; readonly retryAfterSeconds?: number } | undefined) {
  const { retryAfterSeconds } = issue ?? {}
  if (retryAfterSeconds === undefined) return { status: issue === undefined ? 200 : 422, headers: {} }
  return { status: 429, headers: { 'Retry-After': String(retryAfterSeconds) } }
}

export interface PreviewLook {
  readonly theme: Theme
  readonly language: string
  readonly colorScheme: ColorScheme
}

/** Pages for users, in their language and color scheme. */
export interface Pages {
  readonly assets: Assets
  view(context: RequestContext, uiLocales?: string): View
  /** What a page would be shown with, for a preview of a theme. */
  preview(context: RequestContext, look: PreviewLook): View
  /** Renders the host's page for the screen, or the screen itself if the host has no such page or the page fails. */
  render<Props extends object>(
    context: RequestContext,
    screen: Screen<Props>,
    props: Props,
    options?: PageOptions,
  ): Promise<Page>
  show<Props extends object>(
    context: RequestContext,
    status: number,
    screen: Screen<Props>,
    props: Props,
    options?: PageOptions,
  ): Promise<void>
  /** Renders part of a page in the panel or portal, for Portico's own scripts. */
  showPart<Props extends object>(context: RequestContext, part: Screen<Props>, props: Props): void
}

export interface PageParts {
  readonly configuration: Pick<Configuration, 'theme' | 'ui' | 'scopes' | 'baseUrl' | 'adminUrl' | 'portalUrl'>
  readonly assets: Assets
  /** The theme in force, of all pages or of one app. */
  readonly appearances: { readonly of: (clientId?: string) => Promise<Theme> }
  /** Returns the messages for a language. */
  readonly speak: (locale: string) => Catalogue
  readonly override: (screen: unknown) => Override | undefined
  readonly now: () => number
  /** Called when a host's page failed and the built-in page was shown. */
  readonly report: (context: RequestContext, screen: string, error: unknown) => void
}

/** The host's page that replaces the screen; undefined if the host has none or the page fails. */
async function ofHost(
  { override, report }: PageParts,
  context: RequestContext,
  screen: unknown,
  props: object,
  shown: View,
  theme: Theme,
): Promise<HostPage | undefined> {
  const found = override(screen)
  if (found === undefined) return undefined
  try {
    return await renderHostView(found, props, shown, theme)
  } catch (error) {
    report(context, found.name, error)
    return undefined
  }
}

export function pages(parts: PageParts): Pages {
  const { configuration, assets, appearances, speak, now } = parts
  const { ui, scopes } = configuration
  const places = cookiePlaces(configuration)
  const panel = panelKind(configuration)

  const panelLocales = ui.locales.filter((code) => speak(code).panel)

  const viewWith = (context: RequestContext, theme: Theme, uiLocales?: string): View => {
    const query = new URLSearchParams(context.query)
    const asked = query.get('ui_locales') ?? uiLocales
    const wishes = {
      uiLocales: asked && searchedText('ui_locales', asked),
      cookie: cookieValue(context.req, 'sso_lang'),
      acceptLanguage: headerText(context.req, 'accept-language'),
    }
    const isPanel = context.route.name === 'admin'
    const offered = isPanel ? panelLocales : ui.locales
    const language = chooseLocale(
      wishes,
      offered,
      offered.find((code) => code === ui.defaultLocale),
    )
    const { path, secure } = places(context)
    // Stores a language that the user selects on a page. A language that an app requests applies only to this page.
    if (query.has('ui_locales') && context.req.method === 'GET' && context.route.name !== 'authorize') {
      setCookie(context.res, 'sso_lang', language, { path, https: secure, seconds: LANGUAGE_COOKIE_SECONDS })
    }
    return createView({
      language,
      locale: withRegion(language, wishes.acceptLanguage),
      look: assets.look(theme, isAtGate(context) ? GATE_PATH : undefined),
      speak,
      requestId: context.requestId,
      now: new Date(now()),
      cookiePath: path,
      helpHref: ui.helpUrl,
      helpContact: ui.helpContact,
      declaredScopes: scopeWords(scopes, language),
      colorScheme: colorSchemeOf(cookieValue(context.req, 'sso_theme')),
      // No language links here: they would repeat the external provider's response, which works only once.
      languages:
        context.route.name === 'upstream'
          ? []
          : offered.map((code) => ({ code, label: languageName(code), href: languageHref(query, code) })),
    })
  }
  // Only the product's name and the texts are used without the page.
  const view: Pages['view'] = (context, uiLocales) => viewWith(context, configuration.theme, uiLocales)
  const render: Pages['render'] = async (context, screen, props, options = {}) => {
    const theme = await appearances.of(context.client?.clientId)
    const seen = viewWith(context, theme, options.uiLocales)
    const shown = options.languages === 'none' ? { ...seen, languages: [] } : seen
    const page = await ofHost(parts, context, screen, props, shown, theme)
    const { html, nonce } = page ?? { html: renderPage(screen, props, shown), nonce: undefined }
    const kind = options.kind === 'panel' ? panel : (options.kind ?? 'interaction')
    return {
      html,
      isOfHost: page !== undefined,
      headers: options.frame ? withFrame(pageHeaders(kind, nonce)) : pageHeaders(kind, nonce),
    }
  }
  return {
    assets,
    view,
    preview: (context, look) => previewView(parts, context, look),
    render,
    async show(context, status, screen, props, options = {}) {
      const page = await render(context, screen, props, options)
      const headers = { ...page.headers, ...options.headers }
      if (options.compressed !== true || page.isOfHost) return send(context, status, undefined, page.html, headers)
      const coded = compressPage(context, page.html)
      send(context, status, undefined, coded.body, { ...headers, ...coded.headers })
    },
    showPart(context, part, props) {
      send(context, 200, undefined, renderPart(part, props, view(context)), pageHeaders(panel))
    },
  }
}

function panelKind({ baseUrl, adminUrl, portalUrl }: PageParts['configuration']): PageKind {
  const isOther = (url: string): boolean => url !== '' && new URL(url).origin !== new URL(baseUrl).origin
  return [adminUrl, portalUrl].some(isOther) ? { panelOf: baseUrl } : 'panel'
}

const isAtGate = ({ route }: RequestContext): boolean => route.name === 'gate' || route.name === 'gateApp'

const previewView = (
  { configuration, assets, speak, now }: PageParts,
  { requestId }: RequestContext,
  { theme, language, colorScheme }: PreviewLook,
): View =>
  createView({
    ...{ language, colorScheme, speak, requestId, languages: [], cookiePath: '/', now: new Date(now()) },
    look: assets.look(theme),
    declaredScopes: scopeWords(configuration.scopes, language),
  })

interface CookiePlace {
  readonly path: string
  readonly secure: boolean
}

/** Path for the language and color scheme cookies. Apps outside Portico's path have their own cookies. */
function cookiePlaces(urls: PageParts['configuration']): (context: RequestContext) => CookiePlace {
  const { baseUrl, adminUrl, portalUrl } = urls
  const service = new URL(baseUrl)
  const placeOf = (url: URL): CookiePlace => ({
    path: url.pathname.replace(/(.)\/$/, '$1'),
    secure: url.protocol === 'https:',
  })
  const shared = placeOf(service)
  const appPlace = (address: string): CookiePlace => {
    const url = address === '' ? service : new URL(address)
    const covered = url.origin === service.origin && `${url.pathname}/`.startsWith(`${shared.path.replace(/\/$/, '')}/`)
    return covered ? shared : placeOf(url)
  }
  const [admin, portal] = [appPlace(adminUrl), appPlace(portalUrl)]
  const gate: CookiePlace = { path: GATE_PATH, secure: shared.secure }
  const byRoute: Readonly<Partial<Record<RouteName, CookiePlace>>> = { admin, portal, gate, gateApp: gate }
  return ({ route }) => byRoute[route.name] ?? shared
}
