import { context, propagation, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { RequestSpan, Tracing } from '../../lib/ports/tracing.ts'

const REQUEST_ID = 'portico.request_id'
const ROUTE = 'http.route'

/**
 * Traces through the SDK that the host has registered; without an SDK, nothing is recorded. Span names and attributes
 * are routes, store methods, request ids, statuses, and error references. They contain no input from users or clients.
 * If the host is already tracing the request, its span becomes the parent. Otherwise, the host's propagator reads the
 * trace context.
 * @param version Portico's version
 */
export function openTelemetry(version: string): Tracing {
  const tracer = trace.getTracer('portico-sso', version)

  const within = async <T>(
    span: Span,
    parent: ReturnType<typeof context.active>,
    work: () => Promise<T>,
  ): Promise<T> => {
    try {
      return await context.with(trace.setSpan(parent, span), work)
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      throw error
    } finally {
      span.end()
    }
  }
  return {
    request(request, headers, work) {
      const active = context.active()
      const parent = trace.getSpan(active) === undefined ? propagation.extract(active, headers) : active
      const span = tracer.startSpan(`${request.method} ${request.route}`, { kind: SpanKind.SERVER }, parent)
      if (!span.isRecording()) return work()
      span.setAttributes({
        'http.request.method': request.method,
        [ROUTE]: request.route,
        [REQUEST_ID]: request.requestId,
      })
      return within(span, parent, () => work().finally(() => conclude(span, request)))
    },
    part(name, work) {
      const active = context.active()
      // A request's span stops recording when it ends, even if work that the request started is still running.
      if (trace.getSpan(active)?.isRecording() !== true) return work()
      return within(tracer.startSpan(name, {}, active), active, work)
    },
  }
}

function conclude(span: Span, { result }: RequestSpan): void {
  const { status, errorRef } = result()
  span.setAttribute('http.response.status_code', status)
  if (errorRef !== undefined) span.setAttribute('portico.error_ref', errorRef)
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
}
