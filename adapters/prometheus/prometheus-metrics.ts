import { Counter, Gauge, Registry } from 'prom-client'
import type { JoinPeers, Measurements, Metrics, Readings } from '../../lib/ports/measurements.ts'
import { METRICS, type MetricName, type MetricRow, type NameOf } from './metric-table.ts'
import { type Gauges, gaugeReader } from './readings.ts'
import { textOf } from './sum-metrics.ts'
import { type Timings, timings } from './timings.ts'

/** Labels of the metric `portico_build_info`. */
export interface BuildInfo {
  /** Version of Portico. */
  readonly version: string
  /** Version of Node. */
  readonly node: string
  /** Name of the store. */
  readonly store: string
}

/** Metrics for one process, in a registry that is not shared with the host. */
export interface PrometheusMetrics {
  /** Records measurements. */
  readonly measurements: Measurements
  /** Returns the recorded metrics. */
  readonly metrics: Metrics
  /** Sets the source of the gauge values. */
  read(readings: Readings): void
  /** Stops sharing metrics and reading gauges. */
  stop(): void
}

/**
 * Creates metrics with every counter at 0. Requires the package prom-client.
 * @param join finds the other processes on this machine, so that each process reports the sum for all of them
 * @param connectors ids of the external providers
 */
export function prometheusMetrics(
  build: BuildInfo,
  join?: JoinPeers,
  connectors: readonly string[] = [],
): PrometheusMetrics {
  const registry = new Registry()
  const { counters, histograms, gauges } = registered(registry)
  const reader = gaugeReader(gauges)
  let readings: Readings | undefined
  let reading: Promise<void> | undefined
  gauges.portico_build_info.set({ ...build }, 1)
  beginAtZero(counters, connectors)

  const snapshot: Metrics['snapshot'] = async () => {
    // Read the gauges only once for concurrent scrapes.
    reading ??= reader.read(readings).finally(() => {
      reading = undefined
    })
    await reading
    return [...(await registry.getMetricsAsJSON()), ...Object.values(histograms).map(({ data }) => data())]
  }
  const peers = join?.(snapshot)
  return {
    measurements: measured(counters, histograms),
    metrics: {
      snapshot,
      async text(accept) {
        const [own, others] = await Promise.all([snapshot(), peers?.others() ?? []])
        return textOf([own, ...others], accept)
      },
    },
    read(given) {
      readings = given
    },
    stop() {
      peers?.stop()
      reader.stop()
    },
  }
}

type Counters = Readonly<Record<NameOf<'counter'>, Counter>>
type Histograms = Readonly<Record<NameOf<'histogram'>, Timings>>

function registered(registry: Registry): {
  readonly counters: Counters
  readonly histograms: Histograms
  readonly gauges: Gauges
} {
  const rows = Object.entries(METRICS) as [MetricName, MetricRow][]
  const made = <Made>(wanted: MetricRow['type'], make: (name: MetricName, row: MetricRow) => Made) =>
    Object.fromEntries(rows.filter(([, { type }]) => type === wanted).map(([name, row]) => [name, make(name, row)]))
  const settings = (name: MetricName, { help, labels, together = 'sum' }: MetricRow) => ({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    aggregator: together,
  })
  return {
    counters: made('counter', (name, row) => new Counter(settings(name, row))) as Counters,
    histograms: made('histogram', (name, { help, labels, buckets }) =>
      timings(name, help, labels[0] ?? '', buckets ?? []),
    ) as Histograms,
    gauges: made('gauge', (name, row) => new Gauge(settings(name, row))) as Gauges,
  }
}

const measured = (counters: Counters, histograms: Histograms): Measurements => ({
  request(route, outcome, seconds) {
    counters.portico_http_requests_total.inc({ route, outcome })
    histograms.portico_http_request_duration_seconds.observe(route, seconds)
  },
  signIn: (method, outcome) => counters.portico_sign_ins_total.inc({ method, outcome }),
  upstreamSignIn: (connector, outcome) => counters.portico_upstream_sign_ins_total.inc({ connector, outcome }),
  issued: (grant) => counters.portico_tokens_issued_total.inc({ grant }),
  refused: (ref) => counters.portico_refusals_total.inc({ error_ref: ref }),
  replayed: (kind) => counters.portico_replays_total.inc({ kind }),
  revoked: (cause) => counters.portico_revocations_total.inc({ cause }),
  attempted: (channel, outcome) => counters.portico_delivery_attempts_total.inc({ channel, outcome }),
  stored(method, seconds, failure) {
    histograms.portico_store_duration_seconds.observe(method, seconds)
    if (failure !== undefined) counters.portico_store_failures_total.inc({ method, failure })
  },
  hashingRefused: () => counters.portico_hashing_refused_total.inc(),
})

/** Starts every series at 0. Otherwise, the first event would not count as an increase, and alerts would miss it. */
function beginAtZero(counters: Counters, connectors: readonly string[]): void {
  const begin = (counter: Counter, labels: Readonly<Record<string, readonly string[]>>): void => {
    const sets = Object.entries(labels).reduce<readonly Readonly<Record<string, string>>[]>(
      (known, [name, values]) => known.flatMap((set) => values.map((value) => ({ ...set, [name]: value }))),
      [{}],
    )
    for (const set of sets) counter.inc(set, 0)
  }
  begin(counters.portico_sign_ins_total, {
    method: ['password', 'passkey', 'second_step', 'upstream'] satisfies Values<'signIn', 0>,
    outcome: ['succeeded', 'failed', 'throttled'] satisfies Values<'signIn', 1>,
  })
  begin(counters.portico_upstream_sign_ins_total, {
    connector: connectors,
    outcome: ['ok', 'denied', 'refused', 'unavailable'] satisfies Values<'upstreamSignIn', 1>,
  })
  begin(counters.portico_tokens_issued_total, {
    grant: ['authorization_code', 'refresh_token'] satisfies Values<'issued', 0>,
  })
  begin(counters.portico_replays_total, { kind: ['code', 'refresh_token'] satisfies Values<'replayed', 0> })
  begin(counters.portico_revocations_total, {
    cause: [
      'code_replayed',
      'refresh_token_replayed',
      'token',
      'session',
      'user',
      'app_of_user',
      'client',
    ] satisfies Values<'revoked', 0>,
  })
  begin(counters.portico_delivery_attempts_total, {
    channel: ['backchannel', 'mail'] satisfies Values<'attempted', 0>,
    outcome: ['delivered', 'later', 'failed', 'dropped'] satisfies Values<'attempted', 1>,
  })
}

/** Possible values of a measurement parameter. */
type Values<Method extends keyof Measurements, Place extends number> = readonly Parameters<
  Measurements[Method]
>[Place][]
