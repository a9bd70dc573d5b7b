/** Several processes of one machine: each answer is the sum of all, and a sum never falls. */
import { spawn } from 'node:child_process'
import { on } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { prometheusMetrics } from '../../adapters/prometheus/index.ts'
import { lastingOf, sumMetrics, textOf } from '../../adapters/prometheus/sum-metrics.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { newFolder } from '../support/new-folder.ts'
import { samplesOf } from '../support/samples.ts'

describe('a sum', () => {
  const parts = [1, 2].map(() => prometheusMetrics({ version: '1', node: '24', store: 'embedded' }))
  afterAll(() => {
    for (const { stop } of parts) stop()
  })

  it('adds what is counted, takes the largest age, and is ready only when all are', async () => {
    for (const [index, { measurements, read }] of parts.entries()) {
      measurements.request('token', 'ok', 0.02)
      measurements.replayed('code')
      read({
        isReady: async () => index === 0,
        deliveries: async () => [{ channel: 'mail', state: 'due', count: 3, oldestSeconds: 100 }],
        emailOutageSeconds: async () => 10 * index,
        hashing: () => 2,
        signingKey: () => ({ ageSeconds: 50 + index, longestSeconds: 90 }),
      })
    }
    const snapshots = await Promise.all(parts.map(({ metrics }) => metrics.snapshot()))
    const samples = samplesOf((await textOf(snapshots)).body)
    expect(samples.get('portico_http_requests_total{route="token",outcome="ok"}')).toBe(2)
    expect(samples.get('portico_http_request_duration_seconds_bucket{le="0.025",route="token"}')).toBe(2)
    expect(samples.get('portico_replays_total{kind="code"}')).toBe(2)
    expect(samples.get('portico_hashing_waiting')).toBe(4)
    expect(samples.get('portico_deliveries_waiting{channel="mail",state="due"}')).toBe(3)
    expect(samples.get('portico_email_outage_seconds')).toBe(10)
    expect(samples.get('portico_signing_key_age_seconds')).toBe(51)
    expect(samples.get('portico_ready')).toBe(0)
    expect(samples.get('portico_build_info{version="1",node="24",store="embedded"}')).toBe(1)
    // As it is sent from process to process.
    const sent = JSON.parse(JSON.stringify(await sumMetrics(snapshots.map(lastingOf)))) as object[]
    const more = samplesOf((await textOf([sent, ...snapshots])).body)
    expect(more.get('portico_replays_total{kind="code"}')).toBe(4)
    expect(more.get('portico_signing_key_age_seconds')).toBe(51)
  })
})

it('workers of node:cluster: answer for all of them, also for one that was killed', async () => {
  const [port, metricsPort] = [await freePort(), await freePort()]
  const program = 'dist/test/support/metrics-workers.js'
  const args = [program, '2', `${port}`, `${metricsPort}`, join(newFolder(), 'portico.sqlite')]
  const child = spawn(process.execPath, args, { env: BARE_ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const lines = createInterface({ input: child.stdout })
  const said = async (line: string): Promise<void> => {
    for await (const [one] of on(lines, 'line', { close: ['close'] })) if (one === line) return
    throw new Error(`it ended before it said: ${line}`)
  }
  try {
    await said('ready')
    // A connection each, so that both workers get some.
    for (let number = 0; number < 20; number += 1) await answerOf(port, '/jwks')
    const served = async () => {
      const samples = samplesOf(await answerOf(metricsPort, '/metrics'))
      return samples.get('portico_http_requests_total{route="jwks",outcome="ok"}')
    }
    expect(await Promise.all([1, 2, 3, 4].map(served))).toEqual([20, 20, 20, 20])
    const killed = said('a worker ended')
    child.stdin.write('kill\n')
    await killed
    expect(await served()).toBe(20)
    for (let number = 0; number < 5; number += 1) await answerOf(port, '/jwks')
    expect(await served()).toBe(25)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})

function answerOf(port: number, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent: new Agent(), headers: { host: `localhost:${port}` } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve(text))
    }).on('error', reject)
  })
}
