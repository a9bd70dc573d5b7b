/** A stream in pieces: what is opened is what was sealed, and of anything else no byte of the piece in question. */
import { randomBytes } from 'node:crypto'
import { BackupError } from '../../../lib/domain/backup/backup-error.ts'
import { openPieces, PIECE_BYTES, sealPieces } from '../../../lib/domain/backup/encryption.ts'
import type { FileKey } from '../../../lib/domain/backup/file-header.ts'

const SEALED_BYTES = PIECE_BYTES + 16
const fresh = (): FileKey => ({ header: Buffer.from('header\n'), key: randomBytes(32) })

async function* of(...chunks: readonly Buffer[]): AsyncGenerator<Buffer> {
  yield* chunks
}
async function collected(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
const sealed = (plain: Buffer, file: FileKey): Promise<Buffer> => collected(sealPieces(of(plain), file))
const piecesOf = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / SEALED_BYTES) }, (_, place) =>
    bytes.subarray(place * SEALED_BYTES, (place + 1) * SEALED_BYTES),
  )

/** What was returned before it failed, and how it failed. */
async function failing(bytes: Buffer, file: FileKey): Promise<{ readonly given: number; readonly message: string }> {
  let given = 0
  try {
    for await (const piece of openPieces(of(bytes), file)) given += piece.length
  } catch (error) {
    if (error instanceof BackupError) return { given, message: error.message }
    throw error
  }
  return { given, message: 'nothing was found' }
}

it.each([0, 1, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 3 * PIECE_BYTES, 3 * PIECE_BYTES + 7])(
  '%d bytes are the same afterwards, in whatever parts they come',
  async (length) => {
    const [file, plain] = [fresh(), randomBytes(length)]
    const bytes = await collected(sealPieces(of(plain.subarray(0, 10), plain.subarray(10)), file))
    expect(bytes.length).toBe(length + 16 * Math.max(1, Math.ceil(length / PIECE_BYTES)))
    const half = Math.floor(bytes.length / 2)
    const opened = await collected(openPieces(of(bytes.subarray(0, half), bytes.subarray(half)), file))
    expect(opened.equals(plain)).toBe(true)
  },
)

describe('of five pieces', () => {
  const [file, plain] = [fresh(), randomBytes(4 * PIECE_BYTES + 100)]
  let pieces: readonly Buffer[]
  beforeAll(async () => {
    pieces = piecesOf(await sealed(plain, file))
    expect(pieces).toHaveLength(5)
  })

  it('a bit that was flipped is found in the piece that has it', async () => {
    for (const [place, piece] of pieces.entries())
      for (const at of [0, piece.length - 1]) {
        const changed = Buffer.from(piece)
        changed[at] = (changed[at] ?? 0) ^ 1
        expect(await failing(Buffer.concat(pieces.with(place, changed)), file)).toEqual({
          given: place * PIECE_BYTES,
          message: `the backup was changed: piece ${place + 1} is not the one that was written there`,
        })
      }
  })

  it('pieces that were exchanged are found at the first of them', async () => {
    for (let place = 0; place < 3; place += 1) {
      const [one, other] = [pieces[place] as Buffer, pieces[place + 1] as Buffer]
      const exchanged = Buffer.concat(pieces.with(place, other).with(place + 1, one))
      expect((await failing(exchanged, file)).message).toContain(`piece ${place + 1} is not`)
    }
  })

  it('a piece that is missing is found where it was', async () => {
    for (let place = 0; place < 4; place += 1) {
      const { given, message } = await failing(Buffer.concat(pieces.toSpliced(place, 1)), file)
      expect([given, message]).toEqual([place * PIECE_BYTES, expect.stringContaining(`piece ${place + 1} is not`)])
    }
  })

  it('a file that ends with a whole piece was cut off there; one that ends within a piece was changed', async () => {
    for (let kept = 1; kept < 5; kept += 1) {
      const bytes = Buffer.concat(pieces.slice(0, kept))
      expect((await failing(bytes, file)).message).toBe(`the backup was cut off after piece ${kept}`)
      expect((await failing(bytes.subarray(0, -1), file)).message).toContain(`piece ${kept} is not`)
    }
    expect((await failing(Buffer.alloc(0), file)).message).toContain('piece 1 is not')
  })

  it('what was added after the end is found', async () => {
    const long = Buffer.concat([...pieces, Buffer.alloc(SEALED_BYTES)])
    expect((await failing(long, file)).message).toContain('piece 5 is not')
    const whole = await sealed(plain.subarray(0, PIECE_BYTES), file)
    expect((await failing(Buffer.concat([whole, pieces[1] as Buffer]), file)).message).toBe(
      'the backup was changed: there is more after its last piece, 1',
    )
  })

  it('a piece of another file, and one under another first line, are not taken', async () => {
    const other = piecesOf(await sealed(plain, fresh()))
    expect((await failing(Buffer.concat(pieces.with(2, other[2] as Buffer)), file)).message).toContain('piece 3 is not')
    const renamed = { ...file, header: Buffer.from('Header\n') }
    expect((await failing(Buffer.concat(pieces), renamed)).message).toContain('piece 1 is not')
  })
})
