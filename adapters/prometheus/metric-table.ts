import metrics from './metrics.json' with { type: 'json' }

/** A metric. Its name, labels, and units are public API; its label values are a closed set. */
export interface MetricRow {
  /** Prometheus metric type. */
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Description in the metrics output (`# HELP`). */
  readonly help: string
  /** Label names. */
  readonly labels: readonly string[]
  /** How gauge values from several processes are aggregated. Counters and histograms are always summed. */
  readonly together?: 'sum' | 'max' | 'min' | 'first'
  /** Upper bucket bounds for a histogram with one label, in seconds. */
  readonly buckets?: readonly number[]
}

const TABLE = metrics

/** Name of a metric, such as `portico_ready`. */
export type MetricName = keyof typeof TABLE

/** All metrics, by name. */
export const METRICS = TABLE as Readonly<Record<MetricName, MetricRow>>

/** Names end in `_total` for a counter, and in `_duration_seconds` for a histogram. */
interface NamesOf {
  readonly counter: Extract<MetricName, `${string}_total`>
  readonly histogram: Extract<MetricName, `${string}_duration_seconds`>
  readonly gauge: Exclude<MetricName, NamesOf['counter' | 'histogram']>
}

export type NameOf<Type extends MetricRow['type']> = NamesOf[Type]
