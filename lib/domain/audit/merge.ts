interface Merged<T> {
  readonly value: T
  /** Index of the source. */
  readonly source: number
}

/** Sources yield values in batches, because awaiting each value would cost more than comparing it. */
type Sources<T> = readonly AsyncGenerator<readonly T[]>[]

/** Merges sorted sources. @param weightOf values with a larger weight come first */
export async function* merge<T>(sources: Sources<T>, weightOf: (value: T) => number): AsyncGenerator<Merged<T>> {
  const batchOf = async (source: number): Promise<readonly T[]> => {
    for (;;) {
      const batch = await sources[source]?.next()
      if (batch === undefined || batch.done === true) return []
      if (batch.value.length > 0) return batch.value
    }
  }
  const places = await Promise.all(
    sources.map(async (_, source) => ({ source, batch: await batchOf(source), next: 0 })),
  )
  for (;;) {
    let first: { readonly value: T; readonly place: (typeof places)[number] } | undefined
    for (const place of places) {
      const value = place.batch[place.next]
      if (value === undefined) continue
      if (first === undefined || weightOf(first.value) < weightOf(value)) first = { value, place }
    }
    if (first === undefined) return
    const { value, place } = first
    yield { value, source: place.source }
    place.next += 1
    if (place.next === place.batch.length) Object.assign(place, { batch: await batchOf(place.source), next: 0 })
  }
}
