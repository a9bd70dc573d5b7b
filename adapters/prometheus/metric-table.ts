/** Every metric by its name. Names, labels and units are public API; label values are a closed set. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels: readonly string[]
  /** How several processes are aggregated; counters and histograms are always summed. */
  readonly together?: 'sum' | 'max' | 'min' | 'first'
  /** Upper bounds of a histogram with one label, in seconds. */
  readonly buckets?: readonly number[]
}

export const METRICS = {
  portico_http_requests_total: {
    type: 'counter',
    help: 'Requests that were answered.',
    labels: ['route', 'outcome'],
  },
  portico_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the arrival of a request to the end of the work on it.',
    labels: ['route'],
    buckets: [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  },
  portico_sign_ins_total: { type: 'counter', help: 'Sign-ins that were decided.', labels: ['method', 'outcome'] },
  portico_upstream_sign_ins_total: {
    type: 'counter',
    help: 'Sign-ins at providers elsewhere, by connector and what became of them.',
    labels: ['connector', 'outcome'],
  },
  portico_tokens_issued_total: { type: 'counter', help: 'Answers with tokens, by grant.', labels: ['grant'] },
  portico_refusals_total: { type: 'counter', help: 'Refused requests by cause.', labels: ['error_ref'] },
  portico_replays_total: {
    type: 'counter',
    help: 'Codes and refresh tokens that were used a second time. Each one is a reason to look.',
    labels: ['kind'],
  },
  portico_revocations_total: {
    type: 'counter',
    help: 'Revocations of tokens by cause: of one family, or of all that the cause names.',
    labels: ['cause'],
  },
  portico_delivery_attempts_total: {
    type: 'counter',
    help: 'Attempts to deliver logout notifications (backchannel) and emails (mail).',
    labels: ['channel', 'outcome'],
  },
  portico_deliveries_waiting: {
    type: 'gauge',
    help: 'Logout notifications and emails of all nodes that are not finished.',
    labels: ['channel', 'state'],
    together: 'max',
  },
  portico_delivery_oldest_age_seconds: {
    type: 'gauge',
    help: 'Age of the oldest of them; 0 without any.',
    labels: ['channel', 'state'],
    together: 'max',
  },
  portico_store_duration_seconds: {
    type: 'histogram',
    help: 'Calls of the store, also those that failed.',
    labels: ['method'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 2.5],
  },
  portico_store_failures_total: {
    type: 'counter',
    help: 'Calls of the store that failed.',
    labels: ['method', 'failure'],
  },
  portico_hashing_waiting: {
    type: 'gauge',
    help: 'Passwords that are being checked, or wait for it.',
    labels: [],
    together: 'sum',
  },
  portico_hashing_refused_total: {
    type: 'counter',
    help: 'Sign-ins that were turned away because too many passwords waited.',
    labels: [],
  },
  portico_event_loop_delay_p99_seconds: {
    type: 'gauge',
    help: 'Delay of the event loop since the last reading, 99th percentile.',
    labels: [],
    together: 'max',
  },
  portico_event_loop_delay_max_seconds: {
    type: 'gauge',
    help: 'Longest delay of the event loop since the last reading.',
    labels: [],
    together: 'max',
  },
  portico_signing_key_age_seconds: {
    type: 'gauge',
    help: 'For how long the present key has been signing; absent with an external key.',
    labels: [],
    together: 'max',
  },
  portico_signing_key_rotation_seconds: {
    type: 'gauge',
    help: 'Age at which the next key takes its place; absent with an external key.',
    labels: [],
    together: 'max',
  },
  portico_ready: {
    type: 'gauge',
    help: '1 when the service can answer, as /health/ready says.',
    labels: [],
    together: 'min',
  },
  portico_build_info: {
    type: 'gauge',
    help: 'Always 1; its labels say what is running.',
    labels: ['version', 'node', 'store'],
    together: 'first',
  },
} as const satisfies Readonly<Record<string, MetricRow>>

export type MetricName = keyof typeof METRICS

export type NameOf<Type extends MetricRow['type']> = {
  [Name in MetricName]: (typeof METRICS)[Name]['type'] extends Type ? Name : never
}[MetricName]
