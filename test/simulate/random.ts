/** Numbers that the seed alone determines (xoshiro128**, seeded by a hash of a text). */
import { createHash } from 'node:crypto'

export interface Random {
  /** From 0 to 1, exclusive. */
  next(): number
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  bytes(count: number): Buffer
}

export function seeded(text: string): Random {
  const hash = createHash('sha256').update(text).digest()
  const state = new Uint32Array([0, 4, 8, 12].map((at) => hash.readUInt32LE(at)))
  const [A, B, C, D] = [0, 1, 2, 3] as const
  const rotated = (value: number, by: number): number => (value << by) | (value >>> (32 - by))
  const word = (): number => {
    const result = Math.imul(rotated(Math.imul(state[B]!, 5), 7), 9) >>> 0
    const shifted = state[B]! << 9
    state[C]! ^= state[A]!
    state[D]! ^= state[B]!
    state[B]! ^= state[C]!
    state[A]! ^= state[D]!
    state[C]! ^= shifted
    state[D] = rotated(state[D]!, 11)
    return result
  }
  const next = (): number => word() / 2 ** 32
  const below = (limit: number): number => Math.floor(next() * limit)
  return {
    next,
    below,
    chance: (probability) => next() < probability,
    pick: (list) => list[below(list.length)] as never,
    bytes(count) {
      const bytes = Buffer.alloc(count)
      for (let [at, left] = [0, 0]; at < count; at += 1, left >>>= 8) {
        if (at % 4 === 0) left = word()
        bytes[at] = left
      }
      return bytes
    },
  }
}
