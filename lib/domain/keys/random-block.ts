import { randomBytes } from 'node:crypto'

const BLOCK_BYTES = 8_192
let block = Buffer.alloc(0)
let used = 0

/**
 * Random bytes from a block that is generated in advance, because generating a few bytes at a time would be slow. No
 * byte is returned twice. Callers that keep the bytes must copy them, or the whole block stays in memory.
 */
export function randomBlock(bytes: number): Buffer {
  if (used + bytes > block.length) {
    block = randomBytes(Math.max(bytes, BLOCK_BYTES))
    used = 0
  }
  used += bytes
  return block.subarray(used - bytes, used)
}
