/** The files of examples/deploy that can run here. compose.yaml and kubernetes.yaml need another engine. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { environmentText } from '../../lib/cli/init/environment-text.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../lib/config/schema/deployment-schema.json' with { type: 'json' }
import { settingsOf } from '../../lib/config/schema/setting-schema.ts'
import { makeContainer, readImage } from '../support/container-root.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { proxyPath } from '../support/proxy-path.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const FOLDER = 'examples/deploy'
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8')

describe('the systemd unit', () => {
  const analyze = (...args: readonly string[]) =>
    spawnSync('systemd-analyze', [...args, '--no-pager', join(FOLDER, 'portico.service')], { encoding: 'utf8' })

  it('is one', () => {
    const { stderr, status } = analyze('verify')
    // The program is not installed here.
    expect(stderr.split('\n').filter((line) => line !== '' && !/node is not executable/.test(line))).toEqual([])
    expect(status === 0 || /node is not executable/.test(stderr)).toBe(true)
  })

  it('leaves the service little: exposure 1.5 of 10 at most', () => {
    const { stdout, status } = analyze('security', '--offline=true', '--threshold=15')
    expect([status, stdout]).toEqual([0, expect.stringContaining('Overall exposure level')])
  })
})

const LDAP = { kind: 'openldap', url: 'ldaps://l.example', bindDn: 'cn=a', bindPassword: 'p', base: 'o=b' }
const ENTRA = { id: 'entra', name: 'Entra', issuer: 'https://i.example', client_id: 'a', client_secret: 'b'.repeat(40) }

async function bytesIn(folder: string): Promise<number> {
  const files = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

describe('the image', () => {
  it('runs as a user without rights, and has nothing to write but /data', async () => {
    const image = readImage(join(FOLDER, 'Dockerfile'))
    const container = await makeContainer(image)
    expect(await bytesIn(container.app)).toBeLessThanOrEqual(60_000_000)
    // What `portico init` writes, as compose.yaml passes it on, with a setting for each optional package.
    await writeFile(join(container.app, 'portico.json'), JSON.stringify({ ldap: LDAP, login: { upstreams: [ENTRA] } }))
    const [port, metrics] = [String(await freePort()), String(await freePort())]
    const written = environmentText({
      PORTICO_SECRET: ROOT_SECRET,
      BASE_URL: `http://localhost:${port}`,
      SMTP_URL: 'smtp://127.0.0.1:2525',
      MAIL_FROM: 'portico@example.com',
      METRICS_PORT: metrics,
    })
    const env = {
      ...Object.fromEntries([...written.matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value])),
      PORT: port,
    }
    const check = (): Promise<number | null> =>
      new Promise((resolve) => container.start(image.healthcheck, env).once('close', resolve))
    expect(await check()).toBe(1)
    const child = container.start([...image.entrypoint, ...image.command], env)
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (said += String(text)))
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
    await until(async () => /Service/.test(said))
    expect(await check()).toBe(0)
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
    expect(status).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m)
    const touch =
      "try { require('fs').writeFileSync('/app/x', ''); process.exit(1) } catch ({ code }) { process.exit(code === 'EROFS' || code === 'EACCES' ? 0 : 2) }"
    expect(await new Promise((resolve) => container.start(['node', '-e', touch], {}).once('close', resolve))).toBe(0)
    child.kill('SIGTERM')
    expect([await ended, said]).toEqual([0, expect.stringContaining('stopped')])
  })
})

it('compose.yaml passes on what init writes, builds from this folder, and publishes the ports of the proxy alone', () => {
  const services = read('compose.yaml').split(/^ {2}(?=\w+:$)/m)
  const service = (name: string): string => services.find((text) => text.startsWith(`${name}:`)) ?? ''
  expect(service('portico')).toMatch(
    /^ {4}build: \.$[^]*^ {4}env_file: \.env$[^]*^ {6}- \.\/portico\.json:\/app\/portico\.json:ro$/m,
  )
  expect(services.filter((text) => /^ {4}ports:/m.test(text))).toEqual([service('proxy')])
})

it('the Redis settings lose nothing: the service warns of nothing', async () => {
  const config = Object.fromEntries(
    [...read('redis.conf').matchAll(/^([a-z-]+) (.+)$/gm)].map(([, name, value]) => [name as string, value as string]),
  )
  const redis = await startRedis({ config })
  const store = patientRedis(redis.url)
  expect(await store.open()).toEqual([])
  await store.close()
})

it('the Caddyfile is one', () => {
  const { status, stderr } = spawnSync(
    proxyPath('caddy') ?? 'caddy',
    ['adapt', '--adapter', 'caddyfile', '--config', join(FOLDER, 'Caddyfile'), '--validate'],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('Error')])
})

it('every variable in them is one of the service', () => {
  const known = [...settingsOf(DEPLOYMENT_SCHEMA), ...settingsOf(CONFIGURATION_SCHEMA)].flatMap(
    ({ schema: { env } }) => (env === undefined ? [] : [env, `${env}_FILE`]),
  )
  const others = ['NODE_ENV', 'NODE_OPTIONS']
  const used = readdirSync(FOLDER, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.conf') && !entry.name.endsWith('.cfg'))
    .flatMap(({ name }) => [
      ...read(name).matchAll(/\b(?:PORTICO|BASE|TRUST|REDIS|DRAIN|NODE|HOST|PORT)(?:_[A-Z]+)*(?=[=:,])/g),
    ])
    .map(([name]) => name)
  expect(used.length).toBeGreaterThan(10)
  expect(used.filter((name) => !known.includes(name) && !others.includes(name))).toEqual([])
})
