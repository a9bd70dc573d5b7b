/** `portico user offboard` and `portico receipt …`, next to a service on the same store. */
import { writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyReceipt } from '../../lib/domain/management/receipt.ts'
import { person } from '../support/actors.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { allNoticesSent, startSink, status } from '../support/logout-sinks.ts'
import { newFolder } from '../support/new-folder.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { killedOnce } from './killed-once.ts'
import { ends, type Line, type Printed, portico } from './portico.ts'

const PASSWORD = 'chosen by themselves'
const BASE64URL = /[A-Za-z0-9_-]/

describe.each(STORES)('on %s', (kind) => {
  const folder = newFolder()
  let world: ClientWorld
  let party: RelyingParty
  beforeAll(async () => {
    world = await startClientWorld(kind)
    sink = await startSink()
    party = await world.made('crm', '--backchannel-logout-uri', sink.url)
  })
  let sink: Awaited<ReturnType<typeof startSink>>
  const run = (line: Line): Promise<Printed> => portico(line, world.env)
  const inFolder = (name: string): string => join(folder, name)
  const added = async (username: string, ...more: readonly string[]): Promise<string> => {
    const { out } = await run(['user', 'create', username, '--json', ...more])
    const { sub } = JSON.parse(out) as { readonly sub: string }
    await world.accounts.changePassword(sub, PASSWORD)
    return sub
  }

  it('ends everything, notifies the app, and writes a receipt that is verified offline', async () => {
    const sub = await added('carol', '--role', 'editor')
    const carol = person(world.idp, { username: 'carol', password: PASSWORD })
    const tokens = await carol.signIn(party, { scope: 'openid offline_access' })
    const done = await run(['user', 'offboard', 'carol', '--yes', '--receipt', inFolder('carol.jwt')])
    expect(done).toMatchObject(ends(0, /ended: sessions 1 .*ended: roles 1 editor.*app: crm delivered 200/s))
    expect(sink.notices.map(({ claims }) => claims.sub)).toEqual([sub])
    expectError(await party.refresh(tokens.refresh_token), 400, 'invalid_grant')
    expectInactive(await party.introspect(tokens.access_token))
    expect(await world.accounts.account(sub)).toMatchObject({ status: 'suspended', person: { roles: [] } })
    expect(await world.accounts.account(sub)).not.toHaveProperty('passwordHash')

    await writeFile(inFolder('keys.json'), (await run('receipt keys')).out)
    const offline = ['receipt', 'verify', inFolder('carol.jwt'), '--jwks', inFolder('keys.json')]
    const verified = await portico([...offline, '--json'], {})
    expect(verified).toMatchObject(ends(0, 'valid'))
    const claims = JSON.parse(verified.out) as Record<string, any>
    expect(claims).toMatchObject({
      iss: world.idp.issuer,
      sub,
      username: 'carol',
      offboarded_by: 'command line',
      final: true,
      ended: { tokens: 'all', password: { count: 1 }, roles: { count: 1, ids: ['editor'] }, sessions: { count: 1 } },
      not_ended: [],
      apps: [{ client_id: 'crm', notification: 'delivered', status: 200 }],
    })
    expect(await run(['audit', 'verify', '--head', claims['audit'].head])).toMatchObject({ code: 0 })
    const { entries } = await world.idp.portico.audit.list({ user: sub, group: 'account' }, undefined, 20)
    expect(entries.filter(({ event }) => event === 'account.offboarded')).toHaveLength(1)
    expect(JSON.stringify([entries, claims])).not.toMatch(/argon2|token_hash/)
  })

  it('a second call changes nothing, and prints the same receipt', async () => {
    const receipt = (await readFile(inFolder('carol.jwt'), 'utf8')).trim()
    const again = await run('user offboard carol --yes')
    expect([again.code, again.out]).toEqual([0, receipt])
    expect((await run('receipt get carol')).out).toBe(receipt)
    expect(sink.notices).toHaveLength(1)
  })

  it('each changed character of the receipt is found', async () => {
    const receipt = (await readFile(inFolder('carol.jwt'), 'utf8')).trim()
    const { keys } = JSON.parse((await run('receipt keys')).out) as { keys: Parameters<typeof verifyReceipt>[1] }
    expect(verifyReceipt(receipt, keys).outcome).toBe('valid')
    for (let at = 0; at < receipt.length; at += 1) {
      const other = BASE64URL.test(receipt[at] as string) ? (receipt[at] === 'A' ? 'B' : 'A') : 'A'
      expect(verifyReceipt(receipt.slice(0, at) + other + receipt.slice(at + 1), keys).outcome).not.toBe('valid')
    }
    writeFileSync(inFolder('altered.jwt'), `${receipt.slice(0, -1)}${receipt.endsWith('A') ? 'Q' : 'A'}`)
    expect(await run(['receipt', 'verify', inFolder('altered.jwt')])).toMatchObject(ends(1, 'altered'))
    writeFileSync(inFolder('token.jwt'), 'no receipt')
    expect(await run(['receipt', 'verify', inFolder('token.jwt')])).toMatchObject(ends(1, 'not a receipt'))
    expect(await run(['receipt', 'verify', inFolder('missing.jwt')])).toMatchObject(ends(2, 'not a readable file'))
    const wrongKeys = ['receipt', 'verify', inFolder('carol.jwt'), '--jwks', inFolder('carol.jwt')]
    expect(await run(wrongKeys)).toMatchObject(ends(2, 'not a JWKS'))
  })

  it('an app that does not respond is pending, and a later receipt says how it ended', async () => {
    sink.answers(status(503))
    await added('dora')
    const dora = person(world.idp, { username: 'dora', password: PASSWORD })
    await dora.signIn(party)
    const done = await run('user offboard dora --yes --json')
    expect(JSON.parse(done.out)).toMatchObject({ final: false, apps: [{ notification: 'pending', status: 503 }] })
    sink.answers(status(400))
    const { deliveries } = world.idp.portico
    const [entry] = (await deliveries.list({ limit: 1 })).entries
    await until(async () => (await deliveries.retry(entry?.id ?? '')) === 'queued', 'the notice to be free')
    await allNoticesSent(world.idp)
    await writeFile(inFolder('dora.jwt'), (await run('receipt get dora')).out)
    const { out } = await run(['receipt', 'verify', inFolder('dora.jwt'), '--json'])
    expect(JSON.parse(out)).toMatchObject({ final: true, apps: [{ notification: 'failed', status: 400 }] })
  })

  it('verifies after a rotation; a key withdrawn as compromised is reported', async () => {
    const file = inFolder('carol.jwt')
    const check = () => run(['receipt', 'verify', file])
    expect((await run('keys rotate')).code).toBe(0)
    expect(await check()).toMatchObject(ends(0, 'valid'))
    expect((await run('keys rotate --compromised --yes')).code).toBe(0)
    expect(await check()).toMatchObject(ends(1, 'compromised'))
  })

  it('killed in the middle: a running node completes it', async () => {
    const sub = await added('kara', '--role', 'editor')
    await person(world.idp, { username: 'kara', password: PASSWORD }).signIn(party)
    const isSuspended = async () => (await world.accounts.account(sub))?.status === 'suspended'
    await killedOnce(['user', 'offboard', 'kara', '--yes'], world.env, isSuspended)
    await until(async () => (await run('receipt get kara')).code === 0, 'the receipt')
    const { entries } = await world.idp.portico.audit.list({ user: sub, group: 'account' }, undefined, 20)
    expect(entries.filter(({ event }) => event === 'account.offboarded')).toHaveLength(1)
    await writeFile(inFolder('kara.jwt'), (await run('receipt get kara')).out)
    const { out } = await run(['receipt', 'verify', inFolder('kara.jwt'), '--json'])
    expect(JSON.parse(out)).toMatchObject({ ended: { sessions: { count: 1 }, roles: { ids: ['editor'] } } })
  })

  it('refuses an unknown user, the last administrator, and a file that exists, and changes nothing', async () => {
    const sub = await added('only', '--role', 'sso:admin')
    expect(await run('user offboard unknown --yes')).toMatchObject(ends(1, 'account not found'))
    expect(await run('user offboard only --yes')).toMatchObject(ends(1, 'at least one administrator'))
    const before = await world.accounts.account(sub)
    expect(await run(['user', 'offboard', 'only', '--yes', '--receipt', inFolder('keys.json')])).toMatchObject(
      ends(2, 'already exists'),
    )
    expect(await run('user offboard only')).toMatchObject(ends(2, 'use --yes'))
    expect(await run('receipt get only')).toMatchObject(ends(1, 'has not been offboarded'))
    expect(await world.accounts.account(sub)).toEqual(before)
  })
})
