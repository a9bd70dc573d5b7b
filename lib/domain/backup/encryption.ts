/**
 * A stream of pieces encrypted with AES-256-GCM, all of the same length except the last. The nonce contains the piece's
 * number and whether it is the last one. This STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015) detects
 * missing, swapped, added, and truncated pieces. No part of a piece is yielded before the whole piece is authenticated.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { BackupError } from './backup-error.ts'
import type { FileKey } from './file-header.ts'

export const PIECE_BYTES = 65_536
const TAG_BYTES = 16
const ALGORITHM = 'aes-256-gcm'

interface Piece {
  readonly bytes: Buffer
  /** Position in the file, counted from 0. */
  readonly number: number
  readonly isLast: boolean
}

export async function* sealPieces(chunks: AsyncIterable<Buffer>, { key, header }: FileKey): AsyncGenerator<Buffer> {
  for await (const piece of regroup(chunks, PIECE_BYTES)) {
    const cipher = createCipheriv(ALGORITHM, key, nonceOf(piece))
    cipher.setAAD(header)
    yield Buffer.concat([cipher.update(piece.bytes), cipher.final(), cipher.getAuthTag()])
  }
}

/** @throws BackupError at the first piece that was tampered with */
export async function* openPieces(chunks: AsyncIterable<Buffer>, file: FileKey): AsyncGenerator<Buffer> {
  for await (const piece of regroup(chunks, PIECE_BYTES + TAG_BYTES)) {
    const plain = opened(piece, file)
    if (plain !== undefined) yield plain
    else if (opened({ ...piece, isLast: !piece.isLast }, file) === undefined)
      throw new BackupError(`the backup was changed: piece ${piece.number + 1} is not the one that was written there`)
    else if (piece.isLast) throw new BackupError(`the backup was cut off after piece ${piece.number + 1}`)
    else throw new BackupError(`the backup was changed: there is more after its last piece, ${piece.number + 1}`)
  }
}

function opened(piece: Piece, { key, header }: FileKey): Buffer | undefined {
  const end = piece.bytes.length - TAG_BYTES
  if (end < 0) return undefined
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonceOf(piece), { authTagLength: TAG_BYTES })
    decipher.setAAD(header)
    decipher.setAuthTag(piece.bytes.subarray(end))
    return Buffer.concat([decipher.update(piece.bytes.subarray(0, end)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Nonces are unique within a file, and every file has a different key. */
function nonceOf({ number, isLast }: Piece): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(number, 7)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

/** Splits the bytes into pieces of equal length. The last one may be shorter; it exists even if there are no bytes. */
async function* regroup(chunks: AsyncIterable<Buffer>, length: number): AsyncGenerator<Piece> {
  let [waiting, size, number]: [Buffer[], number, number] = [[], 0, 0]
  for await (const chunk of chunks) {
    waiting.push(chunk)
    size += chunk.length
    if (size <= length) continue
    let rest = Buffer.concat(waiting)
    for (; rest.length > length; rest = rest.subarray(length)) {
      yield { bytes: rest.subarray(0, length), number, isLast: false }
      number += 1
    }
    waiting = [rest]
    size = rest.length
  }
  yield { bytes: Buffer.concat(waiting), number, isLast: true }
}
