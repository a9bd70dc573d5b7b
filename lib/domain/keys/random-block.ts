import { randomBytes } from 'node:crypto'

const BLOCK_BYTES = 8_192
let block = Buffer.alloc(0)
let used = 0

/**
 * Random bytes from a block generated in advance, because a separate call each time would be slow. No byte is returned
 * twice. Callers must copy the bytes, which stay in the block until it is used up.
 */
export function randomBlock(bytes: number): Buffer {
  if (used + bytes > block.length) {
    block = randomBytes(Math.max(bytes, BLOCK_BYTES))
    used = 0
  }
  used += bytes
  return block.subarray(used - bytes, used)
}
