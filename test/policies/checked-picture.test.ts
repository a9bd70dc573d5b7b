import { deflateSync } from 'node:zlib'
import { type CheckedPicture, checkPicture } from '../../policies/checked-picture.ts'
import {
  jpegOf,
  jpegSegment,
  PNG_END,
  PNG_SIGNATURE,
  pngChunk,
  pngHeader,
  pngOf,
  SMALL_SVG,
} from '../support/pictures.ts'

const check = (bytes: Uint8Array): CheckedPicture => checkPicture(bytes, 1_000_000)
const issueOf = (bytes: Uint8Array): unknown => {
  const checked = check(bytes)
  return 'issue' in checked ? checked.issue : 'none'
}
const written = (bytes: Uint8Array): Buffer => {
  const checked = check(bytes)
  if (!('picture' in checked)) throw new Error(checked.issue)
  return Buffer.from(checked.picture.bytes)
}
const DATA = pngChunk('IDAT', deflateSync(Buffer.alloc(5)))
const png = (...chunks: readonly Buffer[]): Buffer => Buffer.concat([PNG_SIGNATURE, ...chunks])

describe('PNG', () => {
  it('without metadata and appended data', () => {
    const plain = pngOf(2, 3)
    const noted = png(pngHeader(2, 3), pngChunk('tEXt', Buffer.from('<script>')), plain.subarray(33, -12), PNG_END)
    expect(written(Buffer.concat([noted, Buffer.from('<script>')]))).toEqual(plain)
  })

  it.each([
    [[8, 6, 0, 0, 0], 3 * 9],
    [[1, 3, 0, 0, 0], 3 * 2],
    [[16, 2, 0, 0, 0], 3 * 13],
    // Interlaced: the first pixel, one in the third row, two in the second column, the second row.
    [[8, 0, 0, 0, 1], 2 + 2 + 4 + 3],
  ])('of kind %j has %i bytes when it is unpacked', (kind, length) => {
    const checked = check(png(pngHeader(2, 3, kind), DATA, PNG_END))
    expect(checked).toMatchObject({ picture: { extension: 'png', pixels: { length } } })
  })

  it.each<[string, Buffer]>([
    ['no header', png(DATA, PNG_END)],
    ['two headers', png(pngHeader(1, 1), pngHeader(1, 1), DATA, PNG_END)],
    ['a short header', png(pngChunk('IHDR', Buffer.alloc(5)), DATA, PNG_END)],
    ['no pixels', png(pngHeader(1, 1), PNG_END)],
    ['no end', png(pngHeader(1, 1), DATA)],
    ['a chunk that is too long', png(pngHeader(1, 1), Buffer.from('7fffffff4944415400000000', 'hex'))],
    ['a wrong checksum', png(pngHeader(1, 1), Buffer.concat([DATA.subarray(0, -1), Buffer.from([1])]), PNG_END)],
    ['an unknown color type', png(pngHeader(1, 1, [8, 7, 0, 0, 0]), DATA, PNG_END)],
    ['an unknown depth', png(pngHeader(1, 1, [64, 6, 0, 0, 0]), DATA, PNG_END)],
  ])('with %s is damaged', (_, bytes) => expect(issueOf(bytes)).toBe('damaged'))

  it.each([
    [0, 9],
    [9, 0],
    [4_097, 1],
    [1, 4_097],
    [4_000, 4_000],
  ])('of %i × %i pixels is refused', (width, height) =>
    expect(issueOf(png(pngHeader(width, height), DATA, PNG_END))).toBe('dimensions'),
  )
})

describe('JPEG', () => {
  const jfif = jpegSegment(0xe0, [...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0])
  const adobe = jpegSegment(0xee, [...Buffer.from('Adobe'), 0, 100, 0, 0, 0, 0, 1, 0, 0].slice(0, 12))

  it('without metadata and appended data', () => {
    const exif = jpegSegment(0xe1, [...Buffer.from('Exif\0\0<script>')])
    const comment = jpegSegment(0xfe, [...Buffer.from('<script>')])
    const file = Buffer.concat([jpegOf([jfif, exif, adobe, comment]), Buffer.from('<script>')])
    expect(written(file)).toEqual(jpegOf([jfif, adobe]))
  })

  const tiff = (order: 'II' | 'MM', orientation: number): readonly number[] => {
    const short = (value: number) => (order === 'II' ? [value, 0] : [0, value])
    const long = (value: number) => (order === 'II' ? [value, 0, 0, 0] : [0, 0, 0, value])
    const entry = (tag: readonly number[], value: number) => [...tag, ...short(3), ...long(1), ...short(value), 0, 0]
    const tags =
      order === 'II'
        ? [
            [0x0f, 1],
            [0x12, 1],
          ]
        : [
            [1, 0x0f],
            [1, 0x12],
          ]
    const entries = [...entry(tags[0] ?? [], 7), ...entry(tags[1] ?? [], orientation)]
    return [...Buffer.from(`Exif\0\0${order}`), ...short(42), ...long(8), ...short(2), ...entries, ...long(0)]
  }
  const turned = (orientation: number) =>
    jpegSegment(0xe1, [
      ...Buffer.from('Exif\0\0MM\0*\0\0\0\b\0'),
      ...[1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0],
    ])

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'keeps how it is turned (%i), and nothing else of its metadata',
    (orientation) => {
      const isTurned = orientation > 1 && orientation < 9
      for (const order of ['II', 'MM'] as const)
        expect(written(jpegOf([jpegSegment(0xe1, tiff(order, orientation))]))).toEqual(
          jpegOf(isTurned ? [turned(orientation)] : []),
        )
    },
  )

  it('metadata that ends too early is left out', () => {
    const whole = tiff('MM', 6)
    for (let length = 0; length < whole.length - 4; length += 1)
      expect(written(jpegOf([jpegSegment(0xe1, whole.slice(0, length))]))).toEqual(jpegOf([]))
    const far = [...whole.slice(0, 10), 0xff, 0xff, 0xff, 0xff, ...whole.slice(14)]
    const many = [...whole.slice(0, 14), 0xff, 0xff, ...whole.slice(16, 28)]
    for (const data of [far, many]) expect(written(jpegOf([jpegSegment(0xe1, data)]))).toEqual(jpegOf([]))
  })

  const frame = (height: number, width: number): Buffer =>
    jpegSegment(0xc2, [8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0])
  const none = Buffer.alloc(0)

  it.each<[string, Buffer]>([
    ['no frame', jpegOf([], none)],
    ['two frames', jpegOf([frame(1, 1)])],
    ['a short frame', jpegOf([], jpegSegment(0xc0, [8, 0, 1]))],
    ['no scan', jpegOf([], frame(1, 1), none)],
    ['no end', jpegOf([]).subarray(0, -2)],
    ['an unfinished marker', Buffer.from([0xff, 0xd8, 0xff])],
    ['no length', Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0])],
    ['an empty length', Buffer.from([0xff, 0xd8, 0xff, 0xdb, 0, 0, 0, 0])],
    ['a segment that is too long', Buffer.from([0xff, 0xd8, 0xff, 0xdb, 9, 9, 0, 0])],
    [
      'something other than a marker',
      Buffer.concat([jpegOf([]).subarray(0, 2), Buffer.from([0xff, 0xdb, 0, 2, 7, 7])]),
    ],
  ])('with %s is damaged', (_, bytes) => expect(issueOf(bytes)).toBe('damaged'))

  it('of too many pixels is refused', () => expect(issueOf(jpegOf([], frame(5_000, 1)))).toBe('dimensions'))
})

describe('SVG', () => {
  it('is written again', () => expect(String(written(Buffer.from(`\ufeff${SMALL_SVG}`)))).toBe(SMALL_SVG))
  it('that is not well-formed is damaged', () => expect(issueOf(Buffer.from('<svg><g></svg>'))).toBe('damaged'))
  it('that has a script names it', () =>
    expect(check(Buffer.from('<svg><script/></svg>'))).toEqual({ issue: 'forbidden', part: 'script' }))
})

it.each<[string, Buffer]>([
  ['nothing', Buffer.alloc(0)],
  ['a GIF', Buffer.from('GIF89a')],
  ['a page', Buffer.from('<html><svg/></html>')],
  ['bytes that are not UTF-8', Buffer.from([0x3c, 0x73, 0x76, 0x67, 0xfe])],
])('%s is no picture', (_, bytes) => expect(issueOf(bytes)).toBe('type'))

it('more bytes than allowed are refused', () =>
  expect(checkPicture(Buffer.from(SMALL_SVG), 10)).toEqual({ issue: 'size' }))
