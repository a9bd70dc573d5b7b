/** The log of security events: its lines, what a flood leaves of them, rotations, and disks that take nothing. */
import { spawn } from 'node:child_process'
import { chmod, mkdir, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { mock } from 'node:test'
import { type SecurityLog, securityLog } from '../../adapters/security-log/index.ts'
import { AUDIT_EVENTS } from '../../lib/domain/audit/events.ts'
import type { SecurityEvent, SecurityEventSource } from '../../lib/ports/security-events.ts'
import { runOf } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { type LogRecorder, logRecorder } from '../support/log-recorder.ts'
import { newFolder } from '../support/new-folder.ts'
import { relyingParty } from '../support/relying-party.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'
import { words } from '../support/words.ts'

const AT = Date.UTC(2026, 0, 5, 12)
const signedIn = (user: string): SecurityEvent => ({ event: 'sign-in.succeeded', at: AT, result: 'ok', user })
const failed = (user: string, address: string): SecurityEvent => ({
  event: 'sign-in.failed',
  at: AT,
  result: 'refused',
  user,
  address,
  reason: 'wrong_password',
})

/** A service that emits the test's events. */
function source(): SecurityEventSource & { notify(event: SecurityEvent): void } {
  const listeners = new Set<(event: SecurityEvent) => unknown>()
  return {
    version: '1.2.3',
    on(_all, listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(event) {
      for (const listener of listeners) listener(event)
    },
  }
}

type Line = Readonly<Record<string, unknown>>
const linesOf = async (file: string): Promise<readonly Line[]> =>
  (await readFile(file, 'utf8'))
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line)

let folder: string
let file: string
let log: LogRecorder
let sso: ReturnType<typeof source>
const opened: SecurityLog[] = []
const open = (to = file): SecurityLog => {
  const made = securityLog({ to, sso, logger: log.logger, node: 'node-1' })
  opened.push(made)
  return made
}
beforeEach(async () => {
  folder = newFolder()
  file = join(folder, 'security.jsonl')
  log = logRecorder()
  sso = source()
})
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

describe('a line', () => {
  it('has the documented fields, and nothing of what is absent', async () => {
    const security = open()
    sso.notify({
      ...failed('u-alice', '192.0.2.7'),
      client: 'conf',
      sid: 's-1',
      requestId: 'k7m2-9qxd-4htn',
      count: 4,
      device: { browser: 'Firefox', system: 'Linux' },
    })
    sso.notify({
      event: 'token.replayed',
      at: AT,
      result: 'refused',
      error: 'invalid_grant',
      ref: 'refresh_token_replayed',
    })
    sso.notify({
      event: 'account.changed',
      at: AT,
      result: 'ok',
      user: 'u-bob',
      actor: 'u-admin',
      changes: { email: 'changed', status: ['active', 'suspended'] },
    })
    sso.notify({ event: 'client.changed', at: AT, result: 'ok', changes: { uris: ['', 'x'.repeat(2_000)] } })
    await security.close()
    const common = {
      '@timestamp': '2026-01-05T12:00:00.000Z',
      'ecs.version': '8.17.0',
      'portico.schema': 1,
      'service.name': 'portico',
      'service.version': '1.2.3',
      'service.node.name': 'node-1',
    }
    expect(await linesOf(file)).toEqual([
      {
        ...common,
        'event.kind': 'event',
        'event.action': 'sign-in.failed',
        'event.category': ['authentication'],
        'event.outcome': 'failure',
        'event.severity': 2,
        'event.reason': 'wrong_password',
        'user.id': 'u-alice',
        'client.id': 'conf',
        'source.ip': '192.0.2.7',
        'session.id': 's-1',
        'http.request.id': 'k7m2-9qxd-4htn',
        'user_agent.name': 'Firefox',
        'user_agent.os.name': 'Linux',
        'portico.total': 4,
      },
      {
        ...common,
        'event.kind': 'alert',
        'event.action': 'token.replayed',
        'event.category': ['authentication'],
        'event.outcome': 'failure',
        'event.severity': 3,
        'error.code': 'invalid_grant',
        'error.ref': 'refresh_token_replayed',
      },
      {
        ...common,
        'event.kind': 'event',
        'event.action': 'account.changed',
        'event.category': ['iam'],
        'event.outcome': 'success',
        'event.severity': 2,
        'user.id': 'u-bob',
        'actor.id': 'u-admin',
        'portico.changed': ['email', 'status'],
        'portico.changes': '{"status":["active","suspended"]}',
      },
      expect.objectContaining({ 'portico.changed': ['uris'], 'portico.changes': '{"…":"too long for this log"}' }),
    ])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('is there for every event of the trail, with a category; a refresh has none', async () => {
    const security = open()
    for (const event of Object.keys(AUDIT_EVENTS)) sso.notify({ event, at: AT, result: 'ok' })
    await security.close()
    const lines = await linesOf(file)
    const named = lines.map((line) => line['event.action'])
    expect(named).toEqual(Object.keys(AUDIT_EVENTS).filter((event) => event !== 'token.refreshed'))
    expect(lines.filter((line) => line['event.category'] === undefined)).toEqual([])
  })

  it('stays one line, whatever stands in it', async () => {
    const security = open()
    const hostile = 'a\nb\r\u0000\u001b[2J\u007f\u0085\u2028\u2029\u202e\u2066\ufeff"\\\ud800'
    sso.notify(signedIn(hostile))
    await security.close()
    const text = await readFile(file, 'utf8')
    expect(text).toMatch(/^[\u0020-\u007e]*\n$/)
    expect((JSON.parse(text) as Line)['user.id']).toBe(hostile)
  })
})

describe('a flood of refusals', () => {
  it('is a hundred lines, then a summary of repeated ones with their number; nothing else is withheld', async () => {
    const security = open()
    for (let count = 0; count < 5_000; count += 1) {
      sso.notify(failed('u-alice', `192.0.2.${count % 250}`))
      if (count % 1_000 === 0) sso.notify(signedIn(`u-${count}`))
    }
    sso.notify({ event: 'token.replayed', at: AT, result: 'refused', client: 'conf' })
    await security.close()
    const lines = await linesOf(file)
    const of = (action: string): readonly Line[] => lines.filter((line) => line['event.action'] === action)
    const repeated = of('sign-in.failed').filter((line) => line['portico.count'] !== undefined)
    expect([of('sign-in.failed').length, repeated.length, lines.length]).toEqual([200, 100, 207])
    expect(of('log.summary')).toEqual([
      expect.objectContaining({ 'portico.of': 'sign-in.failed', 'portico.count': 3_000 }),
    ])
    // Every one of them is accounted for.
    const counted = lines.filter(
      (line) => line['event.action'] === 'sign-in.failed' || line['portico.of'] === 'sign-in.failed',
    )
    expect(counted.reduce((sum, line) => sum + Number(line['portico.count'] ?? 1), 0)).toBe(5_000)
    expect([of('sign-in.succeeded').length, of('token.replayed').length]).toEqual([5, 1])
  })
})

describe('the file', () => {
  it('is reopened after a rotation has moved it, and keeps its mode if it exists', async () => {
    const security = open()
    sso.notify(signedIn('before'))
    await until(async () => (await linesOf(file).catch(() => [])).length === 1)
    await rename(file, `${file}.1`)
    // It is looked once a second.
    const now = performance.now.bind(performance)
    const later = mock.method(performance, 'now', () => now() + 1_000)
    sso.notify(signedIn('after'))
    await until(async () => (await linesOf(file).catch(() => [])).length === 1).finally(() => later.mock.restore())
    expect((await linesOf(file)).map((line) => line['user.id'])).toEqual(['after'])
    expect((await linesOf(`${file}.1`)).map((line) => line['user.id'])).toEqual(['before'])
    await security.close()
    await chmod(file, 0o640)
    const again = open()
    sso.notify(signedIn('later'))
    await again.close()
    expect([(await linesOf(file)).length, (await stat(file)).mode & 0o777]).toEqual([2, 0o640])
  })

  it('that cannot be opened stops nothing: the main log reports it once, and buffered lines are written later', async () => {
    const to = join(folder, 'missing', 'security.jsonl')
    const timers = mock.method(globalThis, 'setTimeout').mock
    const security = open(to)
    for (let count = 0; count < 20; count += 1) sso.notify(signedIn(`u-${count}`))
    // It is tried again every half second.
    await until(() => timers.calls.filter((call) => call.arguments[1] === 500).length > 2)
    timers.restore()
    expect(log.lines).toEqual([
      {
        level: 'warn',
        fields: { code: 'security-log-unwritable', to, error: 'ENOENT' },
        message: 'failed to write the security log',
      },
    ])
    await mkdir(join(folder, 'missing'))
    await until(async () => (await linesOf(to).catch(() => [])).length === 20)
    expect(log.lines.at(-1)).toMatchObject({ level: 'info', message: 'security log is writable again' })
    await security.close()
  })

  it('on a full disk: a megabyte is buffered, the rest is lost, and the log reports how much', async () => {
    const disk = await smallDisk()
    // Only root may have a small disk.
    expect(disk === undefined).toBe(process.getuid?.() !== 0)
    if (disk === undefined) return
    const to = join(disk.path, 'security.jsonl')
    const security = open(to)
    sso.notify(signedIn('first'))
    await until(async () => (await readFile(to, 'utf8').catch(() => '')) !== '')
    await disk.fill()
    const user = 'x'.repeat(1_000)
    for (let count = 0; count < 2_000; count += 1) sso.notify(signedIn(user))
    await until(async () => log.lines.length > 0)
    await disk.free()
    await until(async () => log.lines.length > 1)
    await security.close()
    expect(log.lines.map(({ level, fields }) => [level, fields])).toEqual([
      ['warn', { code: 'security-log-unwritable', to, error: 'ENOSPC' }],
      ['info', { code: 'security-log-writable', to }],
    ])
    // The write that hit the end of the disk may have left the beginning of a line, which is there again whole.
    const whole = (await readFile(to, 'utf8')).split('\n').filter((line) => line.endsWith('}'))
    const lines = whole.map((line) => JSON.parse(line) as Line)
    const kept = lines.filter((line) => line['user.id'] === user)
    const lost = lines.filter((line) => line['event.action'] === 'log.lost')
    expect(lost).toHaveLength(1)
    expect(kept.length + Number(lost[0]?.['portico.count'])).toBe(2_000)
    expect(kept.length).toBeGreaterThan(700)
  })
})

it('standard output: whole lines among those of other writers, and a closed reader ends nothing', async () => {
  const script = `
    import { securityLog } from '${new URL('../../adapters/security-log/index.js', import.meta.url).href}'
    let notify
    const sso = { version: '1', on: (_, listener) => { notify = listener; return () => {} } }
    const logger = { info() {}, warn: (fields) => console.error(JSON.stringify(fields)), error() {} }
    const log = securityLog({ to: 'stdout', sso, logger })
    const user = 'x'.repeat(2000)
    for (let count = 0; count < 300; count += 1) notify({ event: 'code.issued', at: 0, result: 'ok', user })
    await log.close()
    console.error('closed')`
  const begin = () =>
    spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'pipe'] })
  const run = runOf(begin())
  const code = await run.ended
  expect([run.stderr(), run.stdout().split('\n').length, code]).toEqual(['closed\n', 301, 0])
  for (const line of run.stdout().split('\n').slice(0, -1)) JSON.parse(line)

  const child = begin()
  const gone = runOf(child)
  child.stdout.destroy()
  await gone.ended
  expect(gone.stderr()).toBe('{"code":"security-log-unwritable","to":"stdout","error":"EPIPE"}\nclosed\n')
})

it('the service itself: a sign-in, a refusal and a replay are lines, and no refresh is', async () => {
  const idp = await startIdp()
  const security = securityLog({ to: file, sso: idp.portico, logger: log.logger })
  const conf = relyingParty(idp, CONF)
  const tokens = await person(idp).signIn(conf, { scope: 'openid offline_access' })
  await conf.refresh(tokens.refresh_token)
  await conf.refresh(tokens.refresh_token)
  await idp.stop()
  await security.close()
  const lines = await linesOf(file)
  expect(lines.map((line) => line['event.action'])).toEqual(
    words`sign-in.succeeded consent.given code.issued token.issued token.replayed`,
  )
  expect(lines[0]).toMatchObject({ 'user.id': ALICE.sub, 'client.id': 'conf', 'source.ip': '127.0.0.1' })
  expect(lines[0]?.['service.version']).toBe(idp.portico.version)
})
