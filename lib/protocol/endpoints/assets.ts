import { setTimeout as pause } from 'node:timers/promises'
import type { Appearances } from '../../domain/management/appearances.ts'
import type { Pictures } from '../../domain/pictures.ts'
import { answerNotModified } from '../../web/http/cached-document.ts'
import { send } from '../../web/http/responses.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { type Handler, notFound } from '../../web/request/request-context.ts'
import { ASSET_CACHE_CONTROL, type Asset, type Assets, pictureAsset, pictureNameIn } from '../../web/ui/assets.ts'

/** Opened by its URL, an SVG is a document. It must not run, load, or send anything. */
const PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Stored pictures in memory, of 256 KB at most. Anonymous clients can request them any number of times. */
const PICTURES_MAX = 50
/** How many names without a picture are read from the store in a window, in milliseconds. Others wait for the next. */
const [MISSES_MAX, WINDOW_MS] = [10, 100]

/**
 * Styles, scripts, and pictures of the pages. A file's name changes whenever its content does. Files are compressed on
 * request.
 */
export function assetsEndpoint(
  assets: Assets,
  pictures: Pick<Pictures, 'read'>,
  appearances: Pick<Appearances, 'all'>,
): Handler {
  const recent = new Map<string, Asset>()
  let misses = 0
  let window: Promise<void> | undefined
  return async (context) => {
    const asset = assets.serve(context.rest) ?? (await stylesAt(context.rest)) ?? (await pictureAt(context.rest))
    if (asset === undefined) throw notFound()
    const { body, etag, headers } = await asset.coded(headerText(context.req, 'accept-encoding'))
    // Other origins find nothing worth reading in a static file's headers, and a frame shows only its text.
    for (const name of ['Access-Control-Expose-Headers', 'Content-Security-Policy']) context.res.removeHeader(name)
    const policy = asset.type.startsWith('image/') ? { 'Content-Security-Policy': PICTURE_POLICY } : {}
    const all = { ...headers, ...policy, 'Cache-Control': ASSET_CACHE_CONTROL, ETag: etag }
    if (!answerNotModified(context, all)) send(context, 200, asset.type, body, all)
  }

  /** Another node may have made the style sheet for a page. */
  async function stylesAt(file: string): Promise<Asset | undefined> {
    if (!/^theme\.[\da-f]{16}\.css$/.test(file)) return undefined
    for (const theme of await appearances.all()) assets.look(theme)
    return assets.serve(file)
  }

  async function pictureAt(file: string): Promise<Asset | undefined> {
    const name = pictureNameIn(file)
    const known = recent.get(file)
    if (name === undefined || known !== undefined) return known
    while (misses >= MISSES_MAX) await window
    misses += 1
    window ??= pause(WINDOW_MS).then(() => {
      window = undefined
      misses = 0
    })
    const bytes = await pictures.read(name)
    if (bytes === undefined) return undefined
    misses = Math.max(0, misses - 1)
    const asset = pictureAsset(name, bytes)
    if (recent.size >= PICTURES_MAX) recent.delete(recent.keys().next().value ?? '')
    recent.set(file, asset)
    return asset
  }
}
