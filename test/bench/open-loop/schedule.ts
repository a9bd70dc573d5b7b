/** When requests are sent, and which: Poisson arrivals, and a fixed mix in a random order. */

/** Random numbers from 0 to below 1: the same seed gives the same run (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Milliseconds between two arrivals of a Poisson process. @param rate arrivals per second */
export const gapMs = (rate: number, random: () => number): number => (-Math.log(1 - random()) * 1_000) / rate

/** Deals every name as often as `mix` says, in a random order, and then again. */
export function dealer<Name extends string>(mix: Readonly<Record<Name, number>>, random: () => number): () => Name {
  const names = Object.entries<number>(mix).flatMap(([name, count]) => Array<Name>(count).fill(name as Name))
  let deck: Name[] = []
  return () => {
    if (deck.length === 0) deck = [...names]
    const place = Math.floor(random() * deck.length)
    const dealt = deck[place] as Name
    // The last one takes its place, because order does not matter.
    deck[place] = deck.at(-1) as Name
    deck.pop()
    return dealt
  }
}
