/** Spans of a host that traces with OpenTelemetry: request, handler, calls of the store. */
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { runningIdp, startIdp } from '../support/idp.ts'
import { recoveryDesk } from '../support/recovery-desk.ts'
import { until } from '../support/until.ts'
import { watchedStorage } from '../support/watched-storage.ts'

const exporter = new InMemorySpanExporter()
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

/** What a host's SDK sets up: a provider, contexts, and a propagator that reads `traceparent`. */
beforeAll(async () => {
  trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] }))
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator({
    fields: () => ['traceparent'],
    inject: () => undefined,
    extract(from, carrier) {
      const [, traceId = '', spanId = ''] = String((carrier as { traceparent?: string }).traceparent).split('-')
      return spanId === '' ? from : trace.setSpanContext(from, { traceId, spanId, traceFlags: 1, isRemote: true })
    },
  })
})
const idp = await startIdp()
afterAll(async () => {
  await idp.stop()
  trace.disable()
  context.disable()
  propagation.disable()
})

async function spansOf(work: () => Promise<unknown>): Promise<readonly ReadableSpan[]> {
  exporter.reset()
  await work()
  return exporter.getFinishedSpans()
}
const named = (spans: readonly ReadableSpan[], name: string): ReadableSpan => {
  const found = spans.find((span) => span.name === name)
  if (found === undefined) throw new Error(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
  return found
}

describe('a request', () => {
  it('is a span with its id, its handler a span below, and the calls of the store below that', async () => {
    const conf = idp.party(CONF)
    const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
    let id: unknown
    const spans = await spansOf(async () => {
      id = (await conf.refresh(refresh_token)).headers['x-request-id']
    })
    const [request, handler, store] = ['POST token', 'handler token', 'families.replace'].map((name) =>
      named(spans, name),
    ) as [ReadableSpan, ReadableSpan, ReadableSpan]
    expect(handler.parentSpanContext?.spanId).toBe(request.spanContext().spanId)
    expect(store.parentSpanContext?.spanId).toBe(handler.spanContext().spanId)
    expect(request.parentSpanContext).toBeUndefined()
    expect(request.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': 'token',
      'http.response.status_code': 200,
      'portico.request_id': id,
    })
    expect(request.status.code).toBe(SpanStatusCode.UNSET)
    const text = JSON.stringify(spans.map(({ name, attributes, events }) => [name, attributes, events]))
    for (const secret of [refresh_token, ALICE.sub, CONF.client_secret]) expect(text).not.toContain(secret)
  })

  it('is below the span that its traceparent names, as the propagator of the host reads it', async () => {
    const spans = await spansOf(() => idp.send('/jwks', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } }))
    const span = named(spans, 'GET jwks')
    expect(span.spanContext().traceId).toBe(TRACE)
    expect(span.parentSpanContext?.spanId).toBe(PARENT)
  })

  it('that is refused has its reason, and is no error; a failure of the service is one', async () => {
    const refused = named(await spansOf(() => idp.send('/userinfo')), 'GET userinfo')
    expect(refused.attributes).toMatchObject({ 'http.response.status_code': 401, 'portico.error_ref': 'token_missing' })
    expect(refused.status.code).toBe(SpanStatusCode.UNSET)
    const failing = failingCalls()
    const broken = await runningIdp({ storage: failing.storage })
    failing.failAll()
    const spans = await spansOf(() => broken.party(CONF).refresh('rt_unknown'))
    failing.heal()
    await broken.stop()
    expect(named(spans, 'POST token').status.code).toBe(SpanStatusCode.ERROR)
    expect(named(spans, 'POST token').attributes).toMatchObject({ 'http.response.status_code': 503 })
    const calls = spans.filter(({ attributes }) => attributes['error.type'] === 'StoreUnavailable')
    expect(calls.map(({ name }) => name)).toContain('tokenState.look')
    expect(calls.every(({ status }) => status.code === SpanStatusCode.ERROR)).toBe(true)
  })

  it('of a host that traces it already is below that span', async () => {
    const outer = trace.getTracer('host').startSpan('of the host')
    const site = await startIdp({
      site: (portico) => {
        const answer = portico.callback()
        return (req, res) => context.with(trace.setSpan(context.active(), outer), () => answer(req, res))
      },
    })
    const spans = await spansOf(() => site.send('/jwks', { headers: { traceparent: `00-${TRACE}-${PARENT}-01` } }))
    outer.end()
    await site.stop()
    expect(named(spans, 'GET jwks').parentSpanContext?.spanId).toBe(outer.spanContext().spanId)
  })
})

it('work that a request starts but does not wait for is not in its trace, even while the request is running', async () => {
  const calls = new Set<string>()
  const storage = watchedStorage(embeddedStorage(), ({ port, method }) => calls.add(`${port}.${method}`))
  const desk = await recoveryDesk(await runningIdp({ storage, mailer: async () => undefined }))
  const user = await desk.nameOf('known')
  const spans = await spansOf(async () => {
    await desk.ask(user)
    await until(() => calls.has('deliveries.complete'))
  })
  const names = spans.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('deliveries.'))).toEqual(['deliveries.put'])
})

it('background work is not traced, nor is what a request has left to be written later', async () => {
  const calls = new Set<string>()
  const storage = watchedStorage(embeddedStorage(), ({ port, method }) => calls.add(`${port}.${method}`))
  const node = await runningIdp({ storage })
  // Entries of the trail are written later; deliveries are looked for all the time.
  const background = ['audit.append', 'deliveries.nextDue']
  const spans = await spansOf(async () => {
    calls.clear()
    await node.user().signIn(node.party(CONF))
    await until(() => background.every((call) => calls.has(call)))
  })
  const names = spans.map(({ name }) => name)
  expect(names).toContain('families.issue')
  expect(names.filter((name) => background.includes(name))).toEqual([])
  const ids = new Set(spans.map((span) => span.spanContext().spanId))
  const odd = spans.filter(({ kind, parentSpanContext: up }) => kind !== SpanKind.SERVER && !ids.has(`${up?.spanId}`))
  expect(odd.map(({ name }) => name)).toEqual([])
})
