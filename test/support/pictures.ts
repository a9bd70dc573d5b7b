/** Small pictures, made here. */
import { crc32, deflateSync } from 'node:zlib'

export function pngChunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(data.length)
  ends.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
}

/** Bit depth, color type, compression, filter, interlace. */
export const RGBA: readonly number[] = [8, 6, 0, 0, 0]

export function pngHeader(width: number, height: number, kind = RGBA): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set(kind, 8)
  return pngChunk('IHDR', header)
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
export const PNG_END = pngChunk('IEND', Buffer.alloc(0))

/** A transparent PNG, or one with these packed pixels. */
export const pngOf = (
  width: number,
  height: number,
  packed = deflateSync(Buffer.alloc(Math.min(height * (1 + width * 4), 1_000_000))),
): Buffer => Buffer.concat([PNG_SIGNATURE, pngHeader(width, height), pngChunk('IDAT', packed), PNG_END])

/** A segment of a JPEG: marker and data. */
export const jpegSegment = (marker: number, data: readonly number[]): Buffer =>
  Buffer.from([0xff, marker, 0, data.length + 2, ...data])

const FRAME = jpegSegment(0xc0, [8, 0, 1, 0, 1, 1, 1, 0x11, 0])
const SCAN = Buffer.concat([jpegSegment(0xda, [1, 1, 0, 0, 63, 0]), Buffer.from([0x12, 0xff, 0, 0xff, 0xd0, 0x34])])

/** A JPEG with these segments before its frame. */
export const jpegOf = (segments: readonly Buffer[], frame = FRAME, scan = SCAN): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, frame, scan, Buffer.from([0xff, 0xd9])])

export const SMALL_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9"/></svg>'
