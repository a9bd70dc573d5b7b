/** The dashboard and the alert rules of examples/deploy/monitoring, against a real Prometheus and a real service. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { METRICS } from '../../adapters/prometheus/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { evaluateRules, type Prometheus, type RuleCase, startPrometheus } from '../support/prometheus.ts'
import { relyingParty } from '../support/relying-party.ts'
import { typesOf } from '../support/samples.ts'
import { until } from '../support/until.ts'

const FOLDER = 'examples/deploy/monitoring'
const RULES = resolve(FOLDER, 'alerts.yml')
const rules = readFileSync(RULES, 'utf8')
const ALERTS = [...rules.matchAll(/- alert: (\S+)/g)].map(([, name = '']) => name)
const dashboard = JSON.parse(readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8')) as {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}
const questions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
const DOCUMENTED = readFileSync('adapters/prometheus/README.md', 'utf8')

const one = 'job="portico",instance="a"'
const requests = (route: string, outcome: string): string =>
  `portico_http_requests_total{${one},route="${route}",outcome="${outcome}"}`
const upstream = (outcome: string): string =>
  `portico_upstream_sign_ins_total{${one},connector="company",outcome="${outcome}"}`
const bucket = (le: string): string => `portico_store_duration_seconds_bucket{${one},method="families.read",le="${le}"}`

/** For each rule, what makes it fire, and what is near to that and does not. */
const CASES: Readonly<Record<string, readonly [fires: RuleCase['series'], quiet: RuleCase['series']]>> = {
  PorticoReplay: [
    { [`portico_replays_total{${one},kind="refresh_token"}`]: '0+0x18 1+0x11' },
    { [`portico_replays_total{${one},kind="refresh_token"}`]: '3+0x30' },
  ],
  PorticoDown: [{ 'up{job="portico",instance="a"}': '1+0x17 0+0x12' }, { 'up{job="other",instance="a"}': '0+0x30' }],
  PorticoNotReady: [{ [`portico_ready{${one}}`]: '1+0x17 0+0x12' }, { [`portico_ready{${one}}`]: '1+0x30' }],
  PorticoErrors: [
    { [requests('token', 'ok')]: '0+97x30', [requests('token', 'failed')]: '0+3x30' },
    {
      [requests('token', 'ok')]: '0+99x30',
      [requests('token', 'unavailable')]: '0+1x30',
      [requests('token', 'refused')]: '0+500x30',
      [requests('ready', 'unavailable')]: '0+500x30',
    },
  ],
  PorticoStoreFailures: [
    { [`portico_store_failures_total{${one},method="families.read",failure="unavailable"}`]: '0+12x30' },
    { [`portico_store_failures_total{${one},method="families.read",failure="unavailable"}`]: '0+1x30' },
  ],
  PorticoStoreSlow: [
    { [bucket('0.25')]: '0+90x30', [bucket('1')]: '0+100x30', [bucket('+Inf')]: '0+100x30' },
    { [bucket('0.25')]: '0+100x30', [bucket('1')]: '0+100x30', [bucket('+Inf')]: '0+100x30' },
  ],
  PorticoDeliveriesStuck: [
    { [`portico_delivery_oldest_age_seconds{${one},channel="backchannel",state="due"}`]: '3000+60x30' },
    { [`portico_delivery_oldest_age_seconds{${one},channel="backchannel",state="due"}`]: '0+60x30' },
  ],
  PorticoEmailsStuck: [
    { [`portico_email_outage_seconds{${one}}`]: '0+60x30' },
    { [`portico_email_outage_seconds{${one}}`]: '0+60x4 0+0x25' },
  ],
  PorticoDeliveriesFailed: [
    { [`portico_delivery_attempts_total{${one},channel="mail",outcome="failed"}`]: '0+1x30' },
    { [`portico_delivery_attempts_total{${one},channel="mail",outcome="later"}`]: '0+9x30' },
  ],
  PorticoPasswordsQueue: [
    { [`portico_hashing_refused_total{${one}}`]: '0+0x18 1+0x11' },
    { [`portico_hashing_refused_total{${one}}`]: '7+0x30' },
  ],
  PorticoConnectorFails: [
    {
      [upstream('ok')]: '9+0x30',
      [upstream('unavailable')]: '0+1x30',
    },
    {
      [upstream('ok')]: '0+1x30',
      [upstream('refused')]: '0+9x30',
      [upstream('denied')]: '0+9x30',
    },
  ],
  PorticoSigningKeyOld: [
    {
      [`portico_signing_key_age_seconds{${one}}`]: '7862400+60x30',
      [`portico_signing_key_rotation_seconds{${one}}`]: '7775000+0x30',
    },
    {
      [`portico_signing_key_age_seconds{${one}}`]: '7776600+60x30',
      [`portico_signing_key_rotation_seconds{${one}}`]: '7776000+0x30',
    },
  ],
  PorticoEventLoop: [
    { [`portico_event_loop_delay_p99_seconds{${one}}`]: '0.3+0x30' },
    { [`portico_event_loop_delay_p99_seconds{${one}}`]: '0.3+0x2 0.01+0x27' },
  ],
}
const AFTER = 20

describe('the alert rules', () => {
  it('and the configuration that names them are such as Prometheus takes', async () => {
    const { stdout } = await promisify(execFile)('promtool', ['check', 'config', `${FOLDER}/prometheus.yml`])
    expect(stdout).toContain(`SUCCESS: ${ALERTS.length} rules found`)
  })

  it('each has a case in which it fires and one in which it does not', () =>
    expect(Object.keys(CASES).toSorted()).toEqual(ALERTS.toSorted()))

  it('fire, each of them alone, and are quiet, as promtool checks', async () => {
    const only = (name?: string) => Object.fromEntries(ALERTS.map((alert) => [alert, alert === name ? 1 : 0]))
    const cases = Object.entries(CASES).flatMap(([name, [fires, quiet]]): readonly RuleCase[] => [
      { series: fires, firing: only(name), after: AFTER },
      { series: quiet, firing: only(), after: AFTER },
    ])
    expect(await evaluateRules(RULES, cases)).toContain('SUCCESS')
  })

  it('a replay before the first scrape of a new process fires, too, and is over after five minutes', async () => {
    const series = { [`portico_replays_total{${one},kind="code"}`]: '_x10 1+0x19' }
    const at = (after: number, count: number): RuleCase => ({ series, firing: { PorticoReplay: count }, after })
    expect(await evaluateRules(RULES, [at(9, 0), at(10, 1), at(14, 1), at(16, 0)])).toContain('SUCCESS')
  })
})

describe('with a real Prometheus', () => {
  let idp: Idp
  let prometheus: Prometheus
  beforeAll(async () => {
    const port = await freePort()
    idp = await startIdp({ options: { metrics: { port } } })
    prometheus = await startPrometheus({ target: `127.0.0.1:${port}`, rules: RULES, everyMs: 200 })
    await until(async () => (await prometheus.ask('query?query=portico_ready')).result.length === 1)
  })

  const firing = async (): Promise<readonly string[]> =>
    (await prometheus.ask('alerts')).alerts
      .filter(({ state }: { readonly state: string }) => state === 'firing')
      .map(({ labels }: { readonly labels: { readonly alertname: string } }) => labels.alertname)

  it('a replayed refresh token fires the alert, and nothing has been firing before', async () => {
    const conf = relyingParty(idp, CONF)
    const { refresh_token } = await person(idp).signIn(conf, { scope: 'openid offline_access' })
    expect((await conf.refresh(refresh_token)).status).toBe(200)
    expect(await firing()).toEqual([])
    expect((await conf.refresh(refresh_token)).status).toBe(400)
    await until(async () => (await firing()).includes('PorticoReplay'))
    expect(await firing()).toEqual(['PorticoReplay'])
  })

  it('every question of the dashboard is one that Prometheus understands', async () => {
    expect(questions.length).toBeGreaterThan(20)
    for (const question of questions) {
      const query = question.replaceAll('$job', 'portico').replaceAll('$__rate_interval', '1m')
      expect(query).not.toContain('$')
      await expect(prometheus.ask(`query?query=${encodeURIComponent(query)}`)).resolves.toHaveProperty('result')
    }
  })

  it('dashboard and rules name only what is documented and declared by a scrape; and all of that is documented', async () => {
    const declared = [...typesOf((await idp.portico.metrics?.text())?.body ?? '').keys()]
    const named = [...`${rules} ${questions.join(' ')}`.matchAll(/\bportico_\w+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    )
    expect(new Set(named).size).toBeGreaterThan(10)
    expect(named.filter((name) => !declared.includes(name))).toEqual([])
    expect(declared.toSorted()).toEqual(Object.keys(METRICS).toSorted())
    const documented = [...DOCUMENTED.matchAll(/^\|`(portico_\w+)`\|(\w+)\|([^|]*)\|/gm)]
    expect(documented.map(([, name]) => name)).toEqual(Object.keys(METRICS))
    for (const [, name, type, labels = ''] of documented) {
      const { type: itsType, labels: its } = METRICS[name as keyof typeof METRICS]
      expect([type, ...[...labels.matchAll(/`(\w+)`/g)].map(([, label]) => label)]).toEqual([itsType, ...its])
    }
  })
})
