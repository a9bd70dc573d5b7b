/** Where metrics are available and which clients can read them. */
import { like } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

export const METRICS_SETTINGS = {
  metrics: {
    ...GROUP,
    description:
      'Metrics for Prometheus (package prom-client), in text and OpenMetrics formats. Off unless a port or a token is set.',
    examples: [{ port: 9464 }],
    properties: {
      port: {
        type: 'integer',
        minimum: 1,
        maximum: 65_535,
        description: 'Port on 127.0.0.1 that serves `/metrics` to any client on this machine.',
        absent: 'no port is opened',
        examples: [9464],
        env: 'METRICS_PORT',
      },
      hosts: {
        type: 'array',
        maxItems: 20,
        uniqueItems: true,
        items: {
          ...like('^[a-z0-9.:\\[\\]-]{1,255}$'),
          expected: 'a lowercase host name without a port',
        },
        default: [],
        description: 'Host names that the port accepts, in addition to 127.0.0.1 and localhost.',
        examples: [['metrics.internal']],
        expected: 'a list of host names',
      },
      token: {
        ...like('^[A-Za-z0-9._~+/-]+=*$'),
        minLength: 32,
        maxLength: 1024,
        writeOnly: true,
        description: 'Bearer token for `/metrics` below `baseUrl`.',
        absent: 'no such URL is served',
        examples: ['kept-by-you-and-by-prometheus-0123456789'],
        hint: 'generate one with: openssl rand -hex 32',
        expected: '32 or more characters of a Bearer token: letters, digits, and -._~+/',
        env: 'METRICS_TOKEN',
      },
    },
  },
} as const satisfies Settings
