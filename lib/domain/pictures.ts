/** Pictures that administrators upload, such as logos. The store keeps each under the hash of its content. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { type CheckedPicture, checkPicture, type Picture } from '../../policies/checked-picture.ts'
import type { DocumentStore } from '../ports/documents.ts'
import { changeDocument, readDocument } from './documents.ts'

export const PICTURES = 'pictures'

export interface StoredPicture {
  /** Base64. */
  readonly data: string
  /** Milliseconds since the epoch (management/unused-pictures.ts). */
  readonly unusedSince?: number
}

/** Checks bytes by content (policies/checked-picture.ts), and unpacks a PNG. @param limit maximum size in bytes */
export function decodePicture(bytes: Uint8Array, limit: number): CheckedPicture {
  const checked = checkPicture(bytes, limit)
  return 'picture' in checked && !hasAllPixels(checked.picture) ? { issue: 'damaged' } : checked
}

function hasAllPixels({ pixels }: Picture): boolean {
  if (pixels === undefined) return true
  try {
    const { length, packed } = pixels
    return inflateSync(Buffer.concat(packed), { maxOutputLength: length + 1 }).length === length
  } catch {
    return false
  }
}

/** Name under which a picture is stored and served: a hash of its content and the extension of its type. */
export const pictureName = ({ bytes, extension }: Picture): string =>
  `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${extension}`

export type Pictures = ReturnType<typeof storedPictures>

export function storedPictures(documents: DocumentStore) {
  return {
    /** Stores the picture, unless it is already stored. Returns its name. */
    async keep(picture: Picture): Promise<string> {
      const name = pictureName(picture)
      const data = Buffer.from(picture.bytes).toString('base64')
      await changeDocument<StoredPicture>(documents, PICTURES, name, (before) =>
        before?.unusedSince === undefined ? (before ?? { data }) : { data },
      )
      return name
    },
    async read(name: string): Promise<Buffer | undefined> {
      const stored = await readDocument<StoredPicture>(documents, PICTURES, name)
      return stored && Buffer.from(stored.data, 'base64')
    },
  }
}
