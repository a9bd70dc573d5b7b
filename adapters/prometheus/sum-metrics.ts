import { AggregatorRegistry, Registry } from 'prom-client'
import type { MetricsSnapshot } from '../../lib/ports/measurements.ts'

/** As prom-client writes a metric as data. */
interface MetricData {
  readonly name: string
  readonly type: string
}

const TEXT = Registry.PROMETHEUS_CONTENT_TYPE
const OPEN_METRICS = Registry.OPENMETRICS_CONTENT_TYPE

/** One snapshot of several: counters and histograms are summed, of a gauge it is as `metric-table.ts` says. */
export async function sumMetrics(snapshots: readonly MetricsSnapshot[]): Promise<MetricsSnapshot> {
  return AggregatorRegistry.aggregate(snapshots.map((metrics) => [...metrics])).getMetricsAsJSON()
}

/** What must not be forgotten when a process ends, or sums would fall: whatever only grows. */
export function lastingOf(snapshot: MetricsSnapshot): MetricsSnapshot {
  return snapshot.filter((metric) => (metric as MetricData).type !== 'gauge')
}

/**
 * The text of several snapshots, summed.
 * @param accept the header of the request: OpenMetrics is written for who names it, as Prometheus does
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

/** OpenMetrics names a counter without `_total`, and each of its samples with it: prom-client adds that to samples. */
function withoutSuffix(metric: object): object {
  const { name, type } = metric as MetricData
  return type === 'counter' ? { ...metric, name: name.replace(/_total$/, '') } : metric
}
