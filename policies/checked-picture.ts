/**
 * Which bytes are a picture that Portico serves from its own origin: PNG, JPEG, or SVG. Raster files are parsed and
 * written again from the blocks that are needed to draw them, so that metadata and appended data are left out; of EXIF
 * in a JPEG, only the orientation stays. SVG files are written again from a list (harmless-svg.ts). The type follows
 * from the content, never from a name.
 *
 * Spec      pictures of a company and of an app; D-A12
 * RFC       PNG (W3C) s5; JPEG (ITU-T T.81 Annex B); EXIF 2.32 s4.6.2; WHATWG MIME Sniffing s6.1
 * Deny      none; the administrator sees the issue
 * Enforced  lib/domain/pictures.ts
 * Tests     test/policies/checked-picture.test.ts, test/domain/pictures.test.ts
 */
import { rewriteSvg } from './harmless-svg.ts'

/** `size`: too many bytes. `type`: not PNG, JPEG, or SVG. `dimensions`: too many pixels. `forbidden`: see `part`. */
export type PictureIssue = 'size' | 'type' | 'damaged' | 'dimensions' | 'forbidden'

export interface Picture {
  readonly extension: 'png' | 'jpg' | 'svg'
  /** The file, written again. */
  readonly bytes: Uint8Array
  /** Compressed pixels of a PNG, which must unpack to `length` bytes. */
  readonly pixels?: { readonly packed: readonly Uint8Array[]; readonly length: number }
}

/** `part`: name of the element or attribute that an SVG must not have. */
export type CheckedPicture =
  | { readonly picture: Picture }
  | { readonly issue: PictureIssue; readonly part?: string | undefined }

/** Maximum width and height. */
const SIDE_MAX = 4_096
/** 3,840 × 2,160 fit. */
const PIXELS_MAX = 2 ** 23

const DAMAGED: CheckedPicture = { issue: 'damaged' }

/** @param limit maximum size in bytes */
export function checkPicture(bytes: Uint8Array, limit: number): CheckedPicture {
  if (bytes.length > limit) return { issue: 'size' }
  const start = String.fromCharCode(...bytes.subarray(0, 8))
  if (start === '\x89PNG\r\n\x1a\n') return checkPng(bytes)
  if (start.startsWith('\xff\xd8\xff')) return checkJpeg(bytes)
  return checkSvg(bytes)
}

function checkSvg(bytes: Uint8Array): CheckedPicture {
  const text = textOf(bytes)
  if (text === undefined || !/^\s*<(?:svg|\?xml|!--|!DOCTYPE)[\s>-]/.test(text)) return { issue: 'type' }
  const written = rewriteSvg(text)
  if ('svg' in written) return { picture: { extension: 'svg', bytes: new TextEncoder().encode(written.svg) } }
  return written.refused === '' ? DAMAGED : { issue: 'forbidden', part: written.refused }
}

/** The text without a byte order mark; undefined if it is not UTF-8. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const fits = (width: number, height: number): boolean =>
  width > 0 && height > 0 && width <= SIDE_MAX && height <= SIDE_MAX && width * height <= PIXELS_MAX

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

const PNG_CHUNKS: readonly string[] = ['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']
/** Values per pixel by color type. */
const CHANNELS: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** Start and step of each pass: x, y, dx, dy. */
const ADAM7: readonly (readonly [number, number, number, number])[] = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
]

function checkPng(bytes: Uint8Array): CheckedPicture {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 8)]
  const packed: Uint8Array[] = []
  let name = ''
  for (let at = 8; name !== 'IEND'; ) {
    const end = at + 12 <= bytes.length ? at + 12 + view.getUint32(at) : Number.POSITIVE_INFINITY
    if (end > bytes.length || checksum(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return DAMAGED
    name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    // The header is the first chunk, and the only one of its name.
    if ((name === 'IHDR') !== (at === 8) || (at === 8 && end - at !== 25)) return DAMAGED
    if (name === 'IDAT') packed.push(bytes.subarray(at + 8, end - 4))
    if (PNG_CHUNKS.includes(name)) kept.push(bytes.subarray(at, end))
    at = end
  }
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (!fits(width, height)) return { issue: 'dimensions' }
  const bits = view.getUint8(24) * (CHANNELS[view.getUint8(25)] ?? 0)
  if (bits === 0 || bits > 64 || packed.length === 0) return DAMAGED
  let length = 0
  for (const [x, y, dx, dy] of view.getUint8(28) === 1 ? ADAM7 : ([[0, 0, 1, 1]] as const)) {
    const columns = Math.ceil((width - x) / dx)
    if (columns > 0) length += Math.max(0, Math.ceil((height - y) / dy)) * (1 + Math.ceil((columns * bits) / 8))
  }
  return { picture: { extension: 'png', bytes: joined(kept), pixels: { packed, length } } }
}

/** CRC-32 as in PNG s5.5. */
function checksum(bytes: Uint8Array): number {
  let crc = -1
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1))
  }
  return ~crc >>> 0
}

/** Tables, frames of the three common kinds, scans; JFIF and Adobe headers, which determine the colors. */
const JPEG_SEGMENTS: readonly number[] = [0xdb, 0xc4, 0xdd, 0xc0, 0xc1, 0xc2, 0xda]
const HEADER_LENGTHS: Readonly<Record<number, number>> = { 224: 18, 238: 16 }
const [EOI, SOS, APP1] = [0xd9, 0xda, 0xe1]

function checkJpeg(bytes: Uint8Array): CheckedPicture {
  const view = viewOf(bytes)
  const kept = [bytes.subarray(0, 2)]
  let [at, frames, scans] = [2, 0, 0]
  while (at + 4 <= bytes.length && view.getUint8(at) === 0xff && view.getUint8(at + 1) !== EOI) {
    const marker = view.getUint8(at + 1)
    const head = at + 2 + view.getUint16(at + 2)
    const end = marker === SOS ? endOfScan(bytes, head) : head
    if (end < at + 4 || end > bytes.length) return DAMAGED
    if (marker === SOS) scans += 1
    if (marker >= 0xc0 && marker <= 0xc2) {
      frames += 1
      if (end < at + 11) return DAMAGED
      if (!fits(view.getUint16(at + 7), view.getUint16(at + 5))) return { issue: 'dimensions' }
    }
    if (JPEG_SEGMENTS.includes(marker) || HEADER_LENGTHS[marker] === end - at) kept.push(bytes.subarray(at, end))
    const turned = marker === APP1 ? orientationIn(bytes.subarray(at + 4, end)) : 0
    if (turned > 1 && turned <= 8) kept.push(exifWith(turned))
    at = end
  }
  const isWhole = bytes[at] === 0xff && bytes[at + 1] === EOI && frames === 1 && scans > 0
  return isWhole ? { picture: { extension: 'jpg', bytes: joined([...kept, bytes.subarray(at, at + 2)]) } } : DAMAGED
}

/** EXIF with the orientation as the only entry: header, one short, no further directory. */
const exifWith = (orientation: number): Uint8Array =>
  Uint8Array.from(
    `\xff\xe1\0\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0${String.fromCharCode(orientation)}\0\0\0\0\0\0`,
    (one) => one.charCodeAt(0),
  )

/** How the picture is turned; 0 without a readable entry. */
function orientationIn(exif: Uint8Array): number {
  const view = viewOf(exif)
  const [name, order] = [exif.subarray(0, 6), exif.subarray(6, 8)].map((part) => String.fromCharCode(...part))
  if (name !== 'Exif\0\0' || (order !== 'II' && order !== 'MM') || exif.length < 16) return 0
  const isLittle = order === 'II'
  const first = 6 + view.getUint32(10, isLittle)
  if (first + 2 > exif.length) return 0
  const end = Math.min(exif.length - 12, first + 2 + 12 * (view.getUint16(first, isLittle) - 1))
  for (let at = first + 2; at <= end; at += 12)
    if (view.getUint16(at, isLittle) === 0x112) return view.getUint16(at + 8, isLittle)
  return 0
}

/** Where the compressed data of a scan ends: before a marker that is neither a restart nor an escaped byte. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== 0xff) continue
    const next = Number(bytes[at + 1])
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
  return Number.POSITIVE_INFINITY
}
