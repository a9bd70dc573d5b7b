/** Answers that are shorter on the wire: what stands still is compressed once, a page anew for each answer. */

import { promisify } from 'node:util'
import { type BrotliOptions, brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'
import { type ContentCoding, chooseCoding } from '../request/negotiation.ts'
import { headerText } from '../request/received-headers.ts'
import type { RequestContext } from '../request/request-context.ts'

/** What an answer is sent with in the coding that was chosen. */
export interface Coded {
  readonly body: Buffer
  readonly etag: string
  readonly headers: Readonly<Record<string, string>>
}

/** A body that does not change, in whatever coding the caller takes. */
export interface Compressible {
  readonly body: Buffer
  /** For a caller that sends this `Accept-Encoding`. */
  readonly coded: (acceptEncoding: string | undefined) => Promise<Coded>
}

/** Below this a header that names the coding takes what the coding saves. Bytes. */
const WORTH_IT_BYTES = 256
/** The first visitor waits for an asset: two milliseconds for the longest. The best quality saves 6 % more, and takes 80. */
const ASSET_QUALITY = { br: 9, gzip: 9 } as const
/** A page is made for one answer, and the answer waits for it: a quarter of a millisecond. */
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
      // The first who asks begins; whoever asks meanwhile waits for the same.
      const begun = made.get(coding)
      if (begun !== undefined) return begun
      const making = make(coding)
      made.set(coding, making)
      // What fails once, for want of memory, is begun again by the next.
      making.catch(() => made.delete(coding))
      return making
    },
  }
}

/**
 * A page as the browser takes it. The length of what is compressed tells of its content: a page that holds a secret may be
 * given to this only if the secret reads otherwise in each answer.
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

/** The usual window of four megabytes takes longer to prepare than our texts take to compress; of ours none is longer than this one. */
const brotli = (quality: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_LGWIN]: 16 },
})
