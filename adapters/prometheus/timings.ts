/** A histogram with one label, of what happens several times in every request: a sixth of what one of prom-client costs. */
export interface Timings {
  observe(value: string, seconds: number): void
  /** As prom-client writes a histogram as data. */
  data(): object
}

interface Series {
  /** How many were no longer than each bound, and longer than the one before; the last: longer than all. */
  readonly counts: number[]
  sum: number
}

/** @param label its name */
export function timings(name: string, help: string, label: string, bounds: readonly number[]): Timings {
  const known = new Map<string, Series>()
  const begun = (value: string): Series => {
    const series = { counts: Array<number>(bounds.length + 1).fill(0), sum: 0 }
    known.set(value, series)
    return series
  }
  const valuesOf = ([value, { counts, sum }]: readonly [string, Series]): readonly object[] => {
    let count = 0
    const buckets = counts.map((more, place) => {
      count += more
      return { labels: { le: bounds[place] ?? '+Inf', [label]: value }, value: count, metricName: `${name}_bucket` }
    })
    const labels = { [label]: value }
    return [
      ...buckets,
      { labels, value: sum, metricName: `${name}_sum` },
      { labels, value: count, metricName: `${name}_count` },
    ]
  }
  return {
    observe(value, seconds) {
      const series = known.get(value) ?? begun(value)
      let place = 0
      while (place < bounds.length && seconds > (bounds[place] as number)) place += 1
      series.counts[place] = (series.counts[place] as number) + 1
      series.sum += seconds
    },
    data: () => ({ name, help, type: 'histogram', aggregator: 'sum', values: [...known].flatMap(valuesOf) }),
  }
}
