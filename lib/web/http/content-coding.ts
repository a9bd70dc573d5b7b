/** Compressed responses: static bodies are compressed once, a page for each response. */

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

/** A body that does not change, in every supported content coding. */
export interface Compressible {
  readonly body: Buffer
  /** For a client with this `Accept-Encoding`. */
  readonly coded: (acceptEncoding: string | undefined) => Promise<Coded>
}

/** Below this size, in bytes, the header costs as much as the coding saves. */
const WORTH_IT_BYTES = 256
/** The first request waits for this: 2 ms for the longest asset. The best quality saves 6 % more and takes 80 ms. */
const ASSET_QUALITY = { br: 9, gzip: 9 } as const
/** Every page waits for its compression: 0.25 ms. */
const PAGE_QUALITY = { br: 5, gzip: 6 } as const

const VARY = 'Accept-Encoding'
const SLOW = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const

/** @param hash of the body, for its `ETag`: each coding is another sequence of bytes (RFC 9110 s8.8.3) */
export function compressible(body: Buffer, hash: string): Compressible {
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
    async coded(acceptEncoding) {
      if (body.length < WORTH_IT_BYTES) return plain
      const coding = chooseCoding(acceptEncoding)
      if (coding === undefined) return { ...plain, headers: { Vary: VARY } }
      // The first request starts the compression. Concurrent requests wait for the same result.
      const begun = made.get(coding)
      if (begun !== undefined) return begun
      const making = make(coding)
      made.set(coding, making)
      // After a failure, such as a lack of memory, the next request starts again.
      making.catch(() => made.delete(coding))
      return making
    },
  }
}

/**
 * The compressed length reveals content. A page with a secret needs masking that changes with each response (BREACH).
 */
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

/** The default window of 4 MB takes longer to set up than the compression. No file exceeds this one (64 KB). */
const brotli = (quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 16 },
})
