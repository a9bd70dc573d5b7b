import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricsSnapshot } from '../../lib/ports/measurements.ts'

/** prom-client's data format for a metric. */
interface MetricData {
  readonly name: string
  readonly type: string
}

const TEXT = Registry.PROMETHEUS_CONTENT_TYPE
const OPEN_METRICS = Registry.OPENMETRICS_CONTENT_TYPE

/** Aggregates snapshots. Counters and histograms are summed; `METRICS` defines how gauges are aggregated. */
export async function sumMetrics(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return AggregatorRegistry.aggregate(snapshots.map((metrics) => [...metrics])).getMetricsAsJSON()
}

/** Metrics to keep when a process exits, because their sums must never decrease. */
export function lastingOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter((metric) => (metric as MetricData).type !== 'gauge')
}

/**
 * Renders the sum of several snapshots as text.
 * @param accept the request's Accept header; the format is OpenMetrics if the header lists it
 */
export async function textOf(
  snapshots: readonly MetricsSnapshot[],
  accept = '',
): Promise<{ readonly contentType: string; readonly body: string }> {
  const contentType = accept.includes('application/openmetrics-text') ? OPEN_METRICS : TEXT
  const named = contentType === TEXT ? snapshots : snapshots.map((metrics) => metrics.map(withoutSuffix))
  const registry = AggregatorRegistry.aggregate(named.map((metrics) => [...metrics]))
  registry.setContentType(contentType)
  return { contentType, body: await registry.metrics() }
}

/** Removes `_total` from a counter's name. In OpenMetrics, only its samples have the suffix; prom-client adds it. */
function withoutSuffix(metric: object): object {
  const { name, type } = metric as MetricData
  return type === 'counter' ? { ...metric, name: name.replace(/_total$/, '') } : metric
}
