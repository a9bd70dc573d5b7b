/**
 * Styles, script and icon of the pages: read once, named by their content, so that browsers may keep them for ever.
 * Nothing is written to disk and nothing needs building at the host.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { ASSET_PREFIX } from '../request/route.ts'
import { type Theme, themeStyles } from './theme.ts'

const FOLDER = new URL('./assets/', import.meta.url)
const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' } as const

/** Each asset and the files it is made of; the theme's style sheet is generated. */
const SOURCES = {
  'app.css': ['tokens.css', 'base.css', 'form.css', 'app.css', 'menu.css', 'names.css'],
  'panel.css': [
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
  'app.js': ['app.js', 'theme.js'],
  'panel.js': ['panel.js', 'search.js'],
  'passkey.js': ['passkey.js'],
  'new-password.js': ['new-password.js'],
  'favicon.svg': ['favicon.svg'],
} as const

export type AssetName = keyof typeof SOURCES | 'theme.css'

export interface Asset {
  readonly body: Buffer
  readonly type: string
  readonly etag: string
}

export interface Assets {
  /** Address of an asset, with its hash. @param mount where the service is, unless it is the path of the base URL */
  readonly path: (name: AssetName, mount?: string) => string
  /** The asset at a path, or undefined: then the path is not ours, or of another version. */
  readonly serve: (path: string) => Asset | undefined
}

/** The name says the content, so it never changes. */
export const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'

/** @param mount path of the base URL, without a final slash; empty at the root */
export function createAssets({ mount, theme }: { mount: string; theme: Theme }): Assets {
  const bodies: [AssetName, Buffer][] = [
    ...Object.entries(SOURCES).map(([name, files]): [AssetName, Buffer] => [
      name as AssetName,
      Buffer.concat(files.map(read)),
    ]),
    ['theme.css', Buffer.from(themeStyles(theme))],
  ]
  const paths = new Map<AssetName, string>()
  const assets = new Map<string, Asset>()
  for (const [name, body] of bodies) {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16)
    const [stem = '', extension = 'css'] = name.split('.')
    const path = `${ASSET_PREFIX}${stem}.${hash}.${extension}`
    paths.set(name, path)
    assets.set(path, { body, type: TYPES[extension as keyof typeof TYPES], etag: `"${hash}"` })
  }
  return {
    path: (name, place = mount) => place + (paths.get(name) ?? ''),
    serve: (path) => (path.startsWith(`${mount}/`) ? assets.get(path.slice(mount.length)) : undefined),
  }
}

function read(file: string): Buffer {
  return readFileSync(new URL(file, FOLDER))
}
