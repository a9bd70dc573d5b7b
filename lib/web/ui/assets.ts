/** Styles, scripts, and icons for pages, read once. URLs contain a content hash, so browsers can cache them forever. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Compressible, compressible } from '../http/content-coding.ts'
import { ASSET_PREFIX } from '../request/route.ts'
import { type Theme, themeStyles } from './theme.ts'

const COMPRESSED = new URL('./generated/assets.json.br', import.meta.url)
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' } as const

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
    'users.css',
  ],
  'fan.css': ['fan.css'],
  'first.js': FIRST_SCRIPTS,
  'app.js': [...FIRST_SCRIPTS, 'codes.js', 'times.js', 'signing-out.js'],
  'panel.js': ['panel.js', 'search.js'],
  'passkey.js': ['passkey.js'],
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

const PICTURE_TYPES: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', svg: TYPES.svg }

/** The name of a stored picture in the last part of its URL. */
export const pictureNameIn = (file: string): string | undefined =>
  /^picture\.([\da-f]{32}\.(?:png|jpg|svg))$/.exec(file)?.[1]

export function pictureAsset(name: string, bytes: Buffer): Asset {
  const [hash = '', extension = ''] = name.split('.')
  return { ...compressible(bytes, hash), type: PICTURE_TYPES[extension] ?? TYPES.svg }
}

/** @param mount path of the base URL, without a trailing slash; empty at the root */
export function createAssets({ mount, theme }: { mount: string; theme: Theme }) {
  const contents = JSON.parse(String(brotliDecompressSync(readFileSync(COMPRESSED)))) as Readonly<
    Record<string, string>
  >
  const styles = Buffer.from(themeStyles(theme))
  const bodies: [AssetName, Buffer][] = [
    ...Object.entries(SOURCES).map(([name, files]): [AssetName, Buffer] => [
      name as AssetName,
      Buffer.from(files.map((file) => contents[file]).join('')),
    ]),
    ['theme.css', styles],
  ]
  const paths = new Map<AssetName, string>()
  const assets = new Map<string, Asset>()
  for (const [name, body] of bodies) {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
    const [stem = '', extension = 'css'] = name.split('.')
    const path = `${ASSET_PREFIX}${stem}.${hash}.${extension}`
    paths.set(name, path)
    assets.set(path, { ...compressible(body, hash), type: TYPES[extension as keyof typeof TYPES] })
  }
  const at = (place: string) => ({
    /** Whether the theme has styles. If it has none, pages do not load its style sheet. */
    themed: styles.length > 0,
    /** URL of an asset, including its hash. */
    path: (name: AssetName): string => place + (paths.get(name) ?? ''),
    /** URL of a picture (domain/pictures.ts). @param name hash and extension */
    picture: (name: string): string => `${place}${ASSET_PREFIX}picture.${name}`,
  })
  return {
    ...at(mount),
    /** The same assets below another path. */
    at,
    /** The asset at this path; undefined for unknown paths, and for assets from a different version of Portico. */
    serve: (path: string): Asset | undefined =>
      path.startsWith(`${mount}/`) ? assets.get(path.slice(mount.length)) : undefined,
  }
}
