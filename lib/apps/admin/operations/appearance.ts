/** The page *Appearance*: a draft is seen only here, until an administrator publishes it. */

import { CSS_MAX, rewriteCss } from '../../../../policies/harmless-css.ts'
import { contrastRatio, READABLE_CONTRAST, SURFACE } from '../../../config/checks/contrast.ts'
import { defined } from '../../../config/data/defined.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { Appearance } from '../../../domain/management/appearances.ts'
import { decodePicture } from '../../../domain/pictures.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { redirect, send } from '../../../web/http/responses.ts'
import { required } from '../../../web/request/request-context.ts'
import type { FormIssue } from '../../../web/ui/components/form.tsx'
import { PREVIEW_HEADERS } from '../../../web/ui/csp.ts'
import FONTS from '../../../web/ui/fonts.json' with { type: 'json' }
import { themeColors } from '../../../web/ui/theme.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { actorOf, assertMayChange, nameOf, show } from '../shell/show.ts'
import { type PreviewChoice, SAMPLES } from './appearance-preview-view.tsx'
import { Appearance as AppearancePage, LAYOUTS, PICTURES, RADII } from './appearance-view.tsx'
import type { OperationsRequest } from './services.ts'

/** Maximum size of an uploaded picture, in bytes. */
const PICTURE_MAX = 256 * 1024
/** Apps in the list of the page. Others are found through their URL. */
const APPS_MAX = 200
const FONT_NAMES = Object.keys(FONTS)
const KEYS = [
  'logo',
  'logoDark',
  'logoHasName',
  'accent',
  'accentDark',
  'layout',
  'background',
  'radius',
  'font',
  'css',
] as const

/** The app that the page is about; undefined for all pages. @throws ProtocolError not_found 404 */
async function appOf({ query, form, services }: OperationsRequest): Promise<Client | undefined> {
  const id = form.get('app') ?? query.get('app') ?? ''
  return id === '' ? undefined : required(await services.clients.find(id))
}

function choiceOf({ query, form, services: { configuration } }: OperationsRequest): PreviewChoice {
  const oneOf = <Value extends string>(name: string, values: readonly Value[], otherwise: Value): Value => {
    const wanted = form.get(name) ?? form.get(`now_${name}`) ?? query.get(name)
    return values.find((value) => value === wanted) ?? otherwise
  }
  const { locales, defaultLocale } = configuration.ui
  return {
    sample: oneOf('sample', SAMPLES, 'signIn'),
    scheme: oneOf('scheme', ['light', 'dark'], 'light'),
    device: oneOf('device', ['desktop', 'phone'], 'desktop'),
    language: oneOf('language', locales, defaultLocale),
  }
}

/** GET /appearance?app=&sample=&scheme=&device=&language= */
export async function showAppearance(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const client = await appOf(page)
  const stored = await page.services.brand.appearances.read(client?.clientId)
  await render(page, 200, client, stored.draft ?? stored.published ?? {}, [])
}

async function render(
  page: OperationsRequest,
  status: number,
  client: Client | undefined,
  draft: Appearance,
  issues: readonly FormIssue[],
): Promise<void> {
  const { brand, clients, configuration } = page.services
  const { appearances } = brand
  const { locale } = viewOf(page)
  const [stored, theme, listed] = await Promise.all([
    appearances.read(client?.clientId),
    appearances.preview(client?.clientId, draft),
    clients.list(undefined, APPS_MAX),
  ])
  const { publishedAt, publishedBy, previous, draft: saved } = stored
  const choice = choiceOf(page)
  const names = new Intl.DisplayNames(locale, { type: 'language' })
  // The text as it was written. The theme has it without comments, or nothing if it is refused.
  const look = { ...theme, ...themeColors(theme), css: draft.css ?? theme.css ?? '' }
  const app = client && { id: client.clientId, name: client.clientName }
  const apps = listed.clients
    .filter(({ source }) => source !== 'service')
    .map(({ clientId, clientName }) => ({ id: clientId, name: clientName }))
  await show(
    page,
    status,
    AppearancePage,
    {
      form: formAt(page, '/appearance', app === undefined ? {} : { app: app.id }),
      app,
      apps: apps.some(({ id }) => id === app?.id) || app === undefined ? apps : [...apps, app],
      look,
      derivesDark: theme.accentDark === undefined,
      contrast: { light: ratioText(look.accent, SURFACE.light), dark: ratioText(look.accentDark, SURFACE.dark) },
      locked: KEYS.filter((key) => appearances.isLocked(client?.clientId, key)),
      fonts: FONT_NAMES,
      issues,
      isDraft: saved !== undefined,
      published:
        publishedAt === undefined || publishedBy === undefined
          ? undefined
          : { at: new Date(publishedAt), by: await nameOf(page, publishedBy), canRestore: previous !== undefined },
      choice,
      languages: configuration.ui.locales.map((code) => ({ code, label: names.of(code) ?? code })),
      previewHref: withParameters(page.href('/appearance/preview'), { app: app?.id, ...choice }),
    },
    { frame: true },
  )
}

/** Rounds down, so that an insufficient contrast is not shown as sufficient. */
const ratioText = (color: string, surface: string): string =>
  `${(Math.floor(contrastRatio(color, surface) * 10) / 10).toFixed(1)} : 1`

/** GET /appearance/preview: the draft on a page with sample data, in the frame of the page. */
export async function previewAppearance(page: OperationsRequest): Promise<void> {
  assertMayChange(page)
  const { pages, brand } = page.services
  const { appearances, samplePage } = brand
  const client = await appOf(page)
  const stored = await appearances.read(client?.clientId)
  const theme = await appearances.preview(client?.clientId, stored.draft ?? stored.published ?? {})
  const { sample, scheme, language } = choiceOf(page)
  const view = pages.preview(page.context, { theme, language, colorScheme: scheme })
  const html = await samplePage(sample, view, theme, client?.clientName)
  // The frame runs nothing, and must not take the focus.
  const still = html.replace(/<script type="module"[^<>]*><\/script>| autofocus/g, '')
  send(page.context, 200, undefined, still, PREVIEW_HEADERS)
}

/** POST /appearance: saves the draft, discards it, or takes over what was in force before. */
export async function saveAppearance(page: OperationsRequest): Promise<void> {
  const { appearances } = page.services.brand
  const client = await appOf(page)
  const id = client?.clientId
  const act = page.form.get('act')
  if (act === 'discard') await appearances.discardDraft(id)
  else if (act === 'restore') await appearances.saveDraft(id, (await appearances.read(id)).previous ?? {})
  else {
    const { look, issues } = await appearanceIn(page, id)
    if (issues.length > 0) return render(page, 422, client, look, issues)
    await appearances.saveDraft(id, look)
  }
  redirect(page.context, withParameters(page.href('/appearance'), { app: id, ...choiceOf(page) }))
}

/** POST /appearance/publish */
export async function publishAppearance(page: OperationsRequest): Promise<void> {
  const client = await appOf(page)
  const id = client?.clientId
  const { look, issues } = await appearanceIn(page, id)
  if (issues.length > 0) return render(page, 422, client, look, issues)
  await page.services.brand.appearances.publish(id, look, actorOf(page))
  const path = withParameters('/appearance', { app: id, ...choiceOf(page) })
  await redirectWithFlash(page, path, 'ok', viewOf(page).t.appearance.done)
}

/** The form's values, without those that all pages have, or that the configuration sets. */
async function appearanceIn(page: OperationsRequest, clientId: string | undefined) {
  const { form, services } = page
  const { appearances } = services.brand
  const { tooPale } = viewOf(page).t.appearance
  const noAppearance: Appearance = {}
  const [stored, all] = await Promise.all([
    appearances.read(clientId),
    clientId === undefined ? noAppearance : appearances.of(),
  ])
  const inherited: Appearance = { ...DEFAULTS, ...themeColors(all), ...all, css: textOf(all.css) }
  const pictures = await picturesIn(page, stored.draft ?? stored.published ?? {})
  const chosen = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === form.get(name))
  const color = (name: string): string | undefined => /^#[0-9a-f]{6}$/i.exec(form.get(name) ?? '')?.[0].toLowerCase()
  const accentDark = color('accentDark')
  const wanted: Appearance = {
    ...pictures.kept,
    css: textOf(form.get('css')),
    logoHasName: form.has('logoHasName'),
    ...defined({
      accent: color('accent'),
      accentDark: accentDark === form.get('derivedDark') ? undefined : accentDark,
      layout: chosen('layout', LAYOUTS),
      radius: chosen('radius', RADII),
      font: chosen('font', ['system', ...FONT_NAMES]),
    }),
  }
  const look: Appearance = Object.fromEntries(
    KEYS.filter((key) => wanted[key] !== inherited[key] && !appearances.isLocked(clientId, key)).map((key) => [
      key,
      wanted[key],
    ]),
  )
  const pale = (
    [
      ['accent', SURFACE.light],
      ['accentDark', SURFACE.dark],
    ] as const
  ).flatMap(([field, surface]) => {
    const ratio = look[field] === undefined ? READABLE_CONTRAST : contrastRatio(look[field], surface)
    return ratio >= READABLE_CONTRAST
      ? []
      : [{ field, text: tooPale({ ratio: ratioText(look[field] ?? '', surface) }) }]
  })
  return { look, issues: [...pictures.issues, ...pale, ...cssIssues(page, look.css)] }
}

/** As browsers send it back, so that an inherited text without changes is found equal. */
const textOf = (css: string | undefined | null): string => (css ?? '').replaceAll('\r\n', '\n').trim()

function cssIssues(page: OperationsRequest, css = ''): FormIssue[] {
  const { issues: t } = viewOf(page).t.appearance
  if (css.length > CSS_MAX) return [{ field: 'css', text: t.cssSize }]
  return rewriteCss(css).issues.map(({ allowed, ...issue }) => ({
    field: 'css',
    text: issue.part === '' ? t.cssEnd : allowed === undefined ? t.cssPart(issue) : t.cssValue({ ...issue, allowed }),
  }))
}

const DEFAULTS: Appearance = { logoHasName: false, layout: 'card', radius: '0.5rem', font: 'system' }

/** Stores uploaded pictures. A field without a file keeps the picture of the draft. */
async function picturesIn(page: OperationsRequest, before: Appearance) {
  const { form, files, services } = page
  const { issues: texts } = viewOf(page).t.appearance
  const kept: { -readonly [Key in (typeof PICTURES)[number]]?: string } = {}
  const issues: FormIssue[] = []
  for (const key of PICTURES) {
    const file = files.get(key)
    const checked = file && decodePicture(file.bytes, PICTURE_MAX)
    const { [key]: last } = before
    if (checked !== undefined && 'picture' in checked) kept[key] = await services.brand.pictures.keep(checked.picture)
    else if (last !== undefined && !form.has(`without_${key}`)) kept[key] = last
    if (checked === undefined || 'picture' in checked) continue
    const { issue, part = '' } = checked
    issues.push({ field: key, text: issue === 'forbidden' ? texts.forbidden({ part }) : texts[issue] })
  }
  return { kept, issues }
}
