/** A real Prometheus, with its data in a temporary folder, and its tool that tests rules. */
import { execFile, spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stoppedAtEnd } from './at-end.ts'
import { freePort } from './free-port.ts'
import { send } from './http.ts'
import { killed } from './killed.ts'
import { newFolder } from './new-folder.ts'
import { until } from './until.ts'

export interface Prometheus {
  /** The response of its API below `/api/v1/`. @throws if the query is wrong */
  ask(path: string): Promise<any>
}

interface PrometheusOptions {
  /** Host and port to scrape, as `127.0.0.1:9464`. */
  readonly target: string
  /** Absolute path. */
  readonly rules: string
  /** Milliseconds between two scrapes, and between two evaluations of the rules. */
  readonly everyMs: number
}

export async function startPrometheus({ target, rules, everyMs }: PrometheusOptions): Promise<Prometheus> {
  const [folder, port] = [newFolder(), await freePort()]
  const every = `${everyMs}ms`
  const config = {
    global: { scrape_interval: every, scrape_timeout: every, evaluation_interval: every },
    rule_files: [rules],
    scrape_configs: [{ job_name: 'portico', static_configs: [{ targets: [target] }] }],
  }
  const file = join(folder, 'prometheus.yml')
  await writeFile(file, JSON.stringify(config))
  const args = [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]
  const child = spawn('prometheus', args, { stdio: 'ignore' })
  stoppedAtEnd({ stop: () => killed(child) })
  await until(async () => (await send(port, '/-/ready')).status === 200)
  return {
    async ask(path) {
      const { status, data, error } = (await send(port, `/api/v1/${path}`)).json()
      if (status !== 'success') throw new Error(`${path}: ${error}`)
      return data
    },
  }
}

/** One case of `promtool test rules`. */
export interface RuleCase {
  /** Series with their values, one per minute. */
  readonly series: Readonly<Record<string, string>>
  /** The number of firing alerts by name at that time. */
  readonly firing: Readonly<Record<string, number>>
  /** Minutes since the start. */
  readonly after: number
}

/** The output of `promtool test rules`. @throws with that output if a case fails */
export async function evaluateRules(rules: string, cases: readonly RuleCase[]): Promise<string> {
  const folder = newFolder()
  const tests = cases.map(({ series, firing, after }) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    promql_expr_test: Object.entries(firing).map(([name, count]) => ({
      expr: `count(ALERTS{alertname="${name}",alertstate="firing"}) or vector(0)`,
      eval_time: `${after}m`,
      exp_samples: [{ labels: '{}', value: count }],
    })),
  }))
  try {
    const file = join(folder, 'cases.yml')
    await writeFile(file, JSON.stringify({ rule_files: [rules], evaluation_interval: '1m', tests }))
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file])
    return stdout
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    throw new Error(`${stdout ?? ''}${stderr ?? String(error)}`)
  }
}
