import type { PrometheusMetrics } from '../../adapters/prometheus/index.ts'
import { OWN_VERSION } from '../config/own-version.ts'
import { observedStorage } from '../domain/metrics/observed-storage.ts'
import { errorFields } from '../ports/logger.ts'
import { type Measurements, UNMEASURED } from '../ports/measurements.ts'
import type { Tracing } from '../ports/tracing.ts'
import type { Resolved } from './resolve-options.ts'

/** The settings and dependencies, with metrics and tracing added. */
export type Instrumented = Awaited<ReturnType<typeof instrumented>>

/**
 * Loads metrics and tracing if enabled. If neither is, the host's store is used unwrapped.
 */
export async function instrumented(resolved: Resolved) {
  const [prometheus, tracing] = await Promise.all([loadPrometheus(resolved), loadTracing(resolved)])
  const measured = prometheus?.measurements
  const storage = observedStorage(resolved.storage, measured, tracing)
  const measurements: Measurements = measured ?? UNMEASURED
  // `prometheus` is undefined if metrics are off, and `tracing` is undefined if OpenTelemetry is not loaded.
  return { ...resolved, storage, measurements, prometheus, tracing }
}

async function loadPrometheus(resolved: Resolved): Promise<PrometheusMetrics | undefined> {
  const { configuration, storage, metricsPeers } = resolved
  const { port, token } = configuration.metrics
  if (port === undefined && token === undefined) return undefined
  const { prometheusMetrics } = await import('../../adapters/prometheus/index.ts')
  const build = { version: OWN_VERSION, node: process.versions.node, store: storage.name }
  const connectors = configuration.login.upstreams.map(({ id }) => id)
  return prometheusMetrics(build, metricsPeers, connectors)
}

/** Loads OpenTelemetry. Errors do not prevent startup, because tracing is on by default. */
async function loadTracing({ logger, traces }: Resolved): Promise<Tracing | undefined> {
  if (!traces) return undefined
  try {
    const { openTelemetry } = await import('../../adapters/opentelemetry/index.ts')
    return openTelemetry(OWN_VERSION)
  } catch (error) {
    if (isMissing('@opentelemetry/api', error)) return undefined
    logger.warn({ code: 'tracing-unavailable', ...errorFields(error) }, 'failed to load OpenTelemetry; tracing is off')
    return undefined
  }
}

/** Whether a module could not be loaded because the package that it imports is not installed. */
function isMissing(name: string, error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException
  return code === 'ERR_MODULE_NOT_FOUND' && message.includes(`'${name}'`)
}
