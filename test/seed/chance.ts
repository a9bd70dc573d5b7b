/** Chance that is the same at every run: numbers from a fixed seed. */
export interface Chance {
  /** From 0 to 1, without 1. */
  next(): number
  /** A whole number; both ends are possible. */
  between(least: number, most: number): number
  one<T>(of: readonly T[]): T
  /** One of them; each as likely as its weight. */
  weighted<T>(of: readonly T[], weight: (one: T) => number): T
  happens(share: number): boolean
  /** Base64url characters. */
  text(length: number): string
  bytes(count: number): Uint8Array
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** @param name another name gives other numbers */
export function chanceOf(name: string): Chance {
  let state = [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261)
  // Mulberry32: small, and good enough for made-up data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  const one = <T>(of: readonly T[]): T => of[between(0, of.length - 1)] as T
  return {
    next,
    between,
    one,
    weighted(of, weight) {
      let left = next() * of.reduce((sum, each) => sum + weight(each), 0)
      return of.find((each) => (left -= weight(each)) < 0) ?? (of.at(-1) as (typeof of)[number])
    },
    happens: (share) => next() < share,
    text: (length) => Array.from({ length }, () => LETTERS[between(0, 63)]).join(''),
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
  }
}
