import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** SHA-256 of a file, in hexadecimal. */
export const digestOf = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')
