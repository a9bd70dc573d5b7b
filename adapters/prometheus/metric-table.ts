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

const counter = <const Labels extends readonly string[]>(help: string, labels: Labels) =>
  ({ type: 'counter', help, labels }) as const

const gauge = <const Labels extends readonly string[] = []>(
  help: string,
  together: NonNullable<MetricRow['together']>,
  labels?: Labels,
) => ({ type: 'gauge', help, labels: labels ?? [], together }) as const

const histogram = (help: string, labels: readonly [string], buckets: readonly number[]) =>
  ({ type: 'histogram', help, labels, buckets }) as const

/** All metrics, by name. */
export const METRICS = {
  portico_http_requests_total: counter('Requests that were answered.', ['route', 'outcome']),
  portico_http_request_duration_seconds: histogram(
    'From the arrival of a request to the end of the work on it.',
    ['route'],
    [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  ),
  portico_sign_ins_total: counter('Sign-ins that were decided.', ['method', 'outcome']),
  portico_upstream_sign_ins_total: counter('Sign-ins at external providers, by connector and what became of them.', [
    'connector',
    'outcome',
  ]),
  portico_tokens_issued_total: counter('Answers with tokens, by grant.', ['grant']),
  portico_refusals_total: counter('Refused requests by cause.', ['error_ref']),
  portico_replays_total: counter(
    'Codes and refresh tokens that were used a second time. Each one is a reason to look.',
    ['kind'],
  ),
  portico_revocations_total: counter('Revocations of tokens by cause: of one family, or of all that the cause names.', [
    'cause',
  ]),
  portico_delivery_attempts_total: counter(
    'Attempts to deliver logout notifications (backchannel) and emails (mail).',
    ['channel', 'outcome'],
  ),
  portico_deliveries_waiting: gauge('Logout notifications and emails of all nodes that are not finished.', 'max', [
    'channel',
    'state',
  ]),
  portico_delivery_oldest_age_seconds: gauge('Age of the oldest of them; 0 without any.', 'max', ['channel', 'state']),
  portico_email_outage_seconds: gauge(
    'For how long the mail server has accepted no email although emails wait; 0 otherwise.',
    'max',
  ),
  portico_store_duration_seconds: histogram(
    'Calls of the store, also those that failed.',
    ['method'],
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
  ),
  portico_store_failures_total: counter('Calls of the store that failed.', ['method', 'failure']),
  portico_hashing_waiting: gauge('Passwords that are being checked, or wait for it.', 'sum'),
  portico_hashing_refused_total: counter('Sign-ins that were turned away because too many passwords waited.', []),
  portico_event_loop_delay_p99_seconds: gauge(
    'Delay of the event loop since the last reading, 99th percentile.',
    'max',
  ),
  portico_event_loop_delay_max_seconds: gauge('Longest delay of the event loop since the last reading.', 'max'),
  portico_signing_key_age_seconds: gauge(
    'For how long the present key has been signing; absent with an external key.',
    'max',
  ),
  portico_signing_key_rotation_seconds: gauge(
    'Age at which the next key takes its place; absent with an external key.',
    'max',
  ),
  portico_ready: gauge('1 when the service can answer, as /health/ready says.', 'min'),
  portico_build_info: gauge('Always 1; its labels say what is running.', 'first', ['version', 'node', 'store']),
} as const satisfies Readonly<Record<string, MetricRow>>

/** Name of a metric, such as `portico_ready`. */
export type MetricName = keyof typeof METRICS

export type NameOf<Type extends MetricRow['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never
}[MetricName]
