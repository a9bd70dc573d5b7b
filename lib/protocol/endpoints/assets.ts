import { deny } from '../../../policies/verdict.ts'
import { send } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler } from '../../web/request/request-context.ts'
import { ASSET_CACHE_CONTROL, type Assets } from '../../web/ui/assets.ts'

/** Styles and the script of the pages, under names that change with their contents. */
export function assetsEndpoint(assets: Assets, mountPath: string): Handler {
  return (context) => {
    const asset = assets.serve(mountPath + context.path)
    if (asset === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
    send(context, 200, asset.type, asset.body, { 'Cache-Control': ASSET_CACHE_CONTROL, ETag: asset.etag })
  }
}
