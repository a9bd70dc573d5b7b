import { deny } from '../../policies/verdict.ts'
import type { Handler } from '../http/exchange.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import { send } from '../http/responses.ts'
import { ASSET_CACHE_CONTROL, type Assets } from '../ui/assets.ts'

/** Styles and the script of the pages, under names that change with their contents. */
export function assetsEndpoint(assets: Assets, mountPath: string): Handler {
  return (exchange) => {
    const asset = assets.serve(mountPath + exchange.path)
    if (asset === undefined) throw new ProtocolError(deny('not_found', 'not_found'))
    send(exchange, 200, asset.type, asset.body, { 'Cache-Control': ASSET_CACHE_CONTROL, ETag: asset.etag })
  }
}
