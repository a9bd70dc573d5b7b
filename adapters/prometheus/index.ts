export { clusterPeers, relayMetrics } from './cluster-metrics.ts'
export { METRICS, type MetricName, type MetricRow } from './metric-table.ts'
export { type BuildInfo, type PrometheusMetrics, prometheusMetrics } from './prometheus-metrics.ts'
export { sumMetrics } from './sum-metrics.ts'
