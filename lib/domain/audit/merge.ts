/** One of several sorted sources, as they are merged. */
export interface Merged<T> {
  readonly value: T
  /** Which source it came from. */
  readonly source: number
}

type Sources<T> = readonly AsyncGenerator<T>[]

/** Merges sources whose values come newest first. */
export const mergeNewest = <T>(sources: Sources<T>, timeOf: (value: T) => number): AsyncGenerator<Merged<T>> =>
  merge(sources, (one, other) => timeOf(one) >= timeOf(other))

/** Merges sources whose values come oldest first. */
export const mergeOldest = <T>(sources: Sources<T>, timeOf: (value: T) => number): AsyncGenerator<Merged<T>> =>
  merge(sources, (one, other) => timeOf(one) <= timeOf(other))

async function* merge<T>(sources: Sources<T>, comesFirst: (one: T, other: T) => boolean): AsyncGenerator<Merged<T>> {
  const heads = await Promise.all(sources.map((source) => source.next()))
  for (;;) {
    let first: Merged<T> | undefined
    for (const [source, head] of heads.entries()) {
      if (head.done === true) continue
      if (first === undefined || !comesFirst(first.value, head.value)) first = { value: head.value, source }
    }
    if (first === undefined) return
    yield first
    heads[first.source] = await (sources[first.source] as AsyncGenerator<T>).next()
  }
}
