/** Styles, scripts, and icons for pages, read once. URLs contain a content hash, so browsers can cache them forever. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Compressible, compressible } from '../http/content-coding.ts'
import { ASSET_PREFIX } from '../request/route.ts'
import FONTS from './fonts.json' with { type: 'json' }
import { type Theme, themeStyles } from './theme.ts'

const COMPRESSED = new URL('./generated/assets.json.br', import.meta.url)
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}

/** Scripts for the first page of a sign-in. All later pages load the complete `app.js`. */
const FIRST_SCRIPTS = ['app.js', 'theme.js'] as const

/** Source files of each asset, except the theme's style sheet, which is generated. */
const SOURCES = {
  'app.css': ['tokens.css', 'base.css', 'form.css', 'app.css', 'menu.css'],
  'cards.css': ['cards.css'],
  'panel.css': [
    'cards.css',
    'names.css',
    'fan.css',
    'panel.css',
    'frame.css',
    'lists.css',
    'charts.css',
    'clients.css',
    'security.css',
    'activity.css',
    'search.css',
    'explain.css',
    'portal.css',
    'operations.css',
    'brand-form.css',
    'users.css',
  ],
  'fan.css': ['fan.css'],
  'first.js': FIRST_SCRIPTS,
  'app.js': [...FIRST_SCRIPTS, 'codes.js', 'times.js', 'signing-out.js'],
  'panel.js': ['panel.js', 'search.js'],
  'passkey.js': ['passkey.js'],
  'silent-passkey.js': ['silent-passkey.js'],
  'new-password.js': ['new-password.js'],
  'favicon.svg': ['favicon.svg'],
} as const

export type AssetName = keyof typeof SOURCES | 'theme.css'

export interface Asset extends Compressible {
  readonly type: string
}

export type Assets = ReturnType<typeof createAssets>

/** The URL contains the content hash, so the content at a URL never changes. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'

const pictureFile = (name: string): string => `picture.${name}`

/** The name of a stored picture in the last part of its URL. */
export const pictureNameIn = (file: string): string | undefined =>
  /^picture\.([\da-f]{32}\.(?:png|jpg|svg))$/.exec(file)?.[1]

export function pictureAsset(name: string, bytes: Buffer): Asset {
  const [hash = '', extension = ''] = name.split('.')
  return { ...compressible(bytes, hash), type: TYPES[extension] ?? '' }
}

/** How many style sheets of themes stay available, for pages that were sent before a theme changed. */
const STYLES_MAX = 1_000

/** How pages look: the theme, and the URLs of everything that they load. */
export interface Look {
  readonly theme: Theme
  /** Whether the theme has styles. If it has none, pages do not load its style sheet. */
  readonly themed: boolean
  /** URL of an asset, including its hash. */
  readonly path: (name: AssetName) => string
  /** URL of a picture: a path and a `data:` URL stay, and a name is that of a stored picture (domain/pictures.ts). */
  readonly picture: (picture: string) => string
}

/**
 * @param mount path of the base URL, without a trailing slash; empty at the root
 * @param theme used unless a page has another one
 * @param files pictures and fonts of the company, by the name under which they are served
 */
export function createAssets(parts: { mount: string; theme: Theme; files?: ReadonlyMap<string, Buffer> }) {
  const { mount, files = new Map<string, Buffer>() } = parts
  const contents = JSON.parse(String(brotliDecompressSync(readFileSync(COMPRESSED)))) as Readonly<
    Record<string, string>
  >
  const paths = new Map<string, string>()
  const assets = new Map([...files].map(([name, body]) => [pictureFile(name), pictureAsset(name, body)]))
  const add = (name: string, body: Buffer): void => {
    const file = hashedFile(name, body)
    paths.set(name, file.name)
    assets.set(file.name, file.asset)
  }
  for (const [name, sources] of Object.entries(SOURCES))
    add(name, Buffer.from(sources.map((file) => contents[file]).join('')))
  /** Fonts are read when a theme or a browser first needs them. */
  const fontUrl = (family: string): string | undefined => {
    const { [family]: stem } = FONTS as Readonly<Record<string, string>>
    if (stem === undefined) return undefined
    const name = `${stem}.woff2`
    if (!paths.has(name)) add(name, readFileSync(new URL(`./generated/${name}`, import.meta.url)))
    return paths.get(name)
  }
  const styles = new Map<string, Asset>()
  const styleOf = new WeakMap<Theme, string>()
  const addStyles = (theme: Theme): string => {
    const pictureUrl = (picture: string): string => (isUrl(picture) ? picture : pictureFile(picture))
    const body = Buffer.from(themeStyles(theme, { styles: contents, fontUrl, pictureUrl }))
    const file = hashedFile('theme.css', body)
    if (styles.size >= STYLES_MAX) styles.delete(styles.keys().next().value ?? '')
    styles.set(file.name, file.asset)
    const name = body.length === 0 ? '' : file.name
    styleOf.set(theme, name)
    return name
  }
  /** How a page looks with this theme. @param place path to use instead of the base URL's path */
  const look = (theme = parts.theme, place = mount): Look => {
    const known = styleOf.get(theme)
    const isKept = known !== undefined && (known === '' || styles.has(known))
    const style = isKept ? known : addStyles(theme)
    return {
      theme,
      themed: style !== '',
      path: (name) => `${place}${ASSET_PREFIX}${name === 'theme.css' ? style : paths.get(name)}`,
      picture: (picture) => (isUrl(picture) ? picture : `${place}${ASSET_PREFIX}${pictureFile(picture)}`),
    }
  }
  look()
  return {
    look,
    /** The asset of this file name; undefined if there is none, and for assets from a different version of Portico. */
    serve(file: string): Asset | undefined {
      const family = Object.entries(FONTS).find(([, stem]) => file.startsWith(`${stem}.`))?.[0]
      if (family !== undefined) fontUrl(family)
      return assets.get(file) ?? styles.get(file)
    },
  }
}

const isUrl = (picture: string): boolean => /^(?:\/|data:)/.test(picture)

function hashedFile(name: string, body: Buffer): { readonly name: string; readonly asset: Asset } {
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
  const [stem = '', extension = ''] = name.split('.')
  return {
    name: `${stem}.${hash}.${extension}`,
    asset: { ...compressible(body, hash), type: TYPES[extension] ?? '' },
  }
}
