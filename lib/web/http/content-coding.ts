/** Compresses responses. A static body is compressed only once, but a page is compressed for each response. */

import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { type ContentCoding, chooseCoding } from '../request/negotiation.ts'
import { headerText } from '../request/received-headers.ts'
import type { RequestContext } from '../request/request-context.ts'

/** A body in the negotiated content coding. */
export interface Coded {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** A body that never changes, in every supported content coding. */
export type Compressible = ReturnType<typeof compressible>

/** Minimum size to compress, in bytes. For a smaller body, the extra header would outweigh the savings. */
const WORTH_IT_BYTES = 256
/** At this quality, compressing the largest asset takes 2 ms. Maximum quality would save 6 % more, but take 80 ms. */
const ASSET_QUALITY = { br: 9, gzip: 9 } as const
/** Lower than for assets, because every response waits for the page to be compressed. This takes 0.25 ms. */
const PAGE_QUALITY = { br: 5, gzip: 6 } as const

const VARY = 'Accept-Encoding'
const SLOW = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

/** @param hash hash of the body, for the `ETag`s; each content coding needs a different one (RFC 9110 s8.8.3) */
export function compressible(body: Buffer, hash: string) {
  const plain: Coded = { body, etag: `"${hash}"`, headers: {} }
  const made = new Map<ContentCoding, Promise<Coded>>()
  const make = async (coding: ContentCoding): Promise<Coded> => ({
    body:
      coding === 'br'
        ? await SLOW.br(body, brotli(ASSET_QUALITY.br))
        : await SLOW.gzip(body, { level: ASSET_QUALITY.gzip }),
    etag: `"${hash}-${coding}"`,
    headers: { 'Content-Encoding': coding, Vary: VARY },
  })
  return {
    body,
    /** Returns the coding for a client that sends this `Accept-Encoding`. */
    async coded(acceptEncoding: string | undefined): Promise<Coded> {
      if (body.length < WORTH_IT_BYTES) return plain
      const coding = chooseCoding(acceptEncoding)
      if (coding === undefined) return { ...plain, headers: { Vary: VARY } }
      // The first request starts the compression. Concurrent requests wait for the same result.
      const begun = made.get(coding)
      if (begun !== undefined) return begun
      const making = make(coding)
      made.set(coding, making)
      // If compression failed (out of memory, for example), the next request tries again.
      making.catch(() => made.delete(coding))
      return making
    },
  }
}

/** Compresses a page. Its length can reveal content, so each response must mask secrets differently (BREACH). */
export function compressPage({ req }: RequestContext, html: string): Omit<Coded, 'etag'> {
  const body = Buffer.from(html)
  const coding = chooseCoding(headerText(req, 'accept-encoding'))
  if (coding === undefined) return { body, headers: { Vary: VARY } }
  return {
    body:
      coding === 'br'
        ? brotliCompressSync(body, brotli(PAGE_QUALITY.br))
        : gzipSync(body, { level: PAGE_QUALITY.gzip }),
    headers: { 'Content-Encoding': coding, Vary: VARY },
  }
}

/** Uses a 64 KB window, which is enough for all files. Allocating the default of 4 MB takes longer than compressing. */
const brotli = (quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 16 },
})
