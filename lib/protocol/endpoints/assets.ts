import { answerNotModified } from '../../web/http/cached-document.ts'
import { send } from '../../web/http/responses.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { type Handler, notFound } from '../../web/request/request-context.ts'
import { ASSET_CACHE_CONTROL, type Assets } from '../../web/ui/assets.ts'

/** The pages' styles and scripts. A file's name changes whenever its content does. Files are compressed on request. */
export function assetsEndpoint(assets: Assets, mountPath: string): Handler {
  return async (context) => {
    const asset = assets.serve(mountPath + context.path)
    if (asset === undefined) throw notFound()
    const { body, etag, headers } = await asset.coded(headerText(context.req, 'accept-encoding'))
    // Other origins find nothing worth reading in a static file's headers, and a frame shows only its text.
    for (const name of ['Access-Control-Expose-Headers', 'Content-Security-Policy']) context.res.removeHeader(name)
    const all = { ...headers, 'Cache-Control': ASSET_CACHE_CONTROL, ETag: etag }
    if (!answerNotModified(context, all)) send(context, 200, asset.type, body, all)
  }
}
