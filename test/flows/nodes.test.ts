/** The nodes of a service know of each other: whose store it is, who runs with other settings, whose clock is wrong. */
import { isRunning, readNodes } from '../../lib/domain/nodes/node-record.ts'
import { raiseFormat, readFormat } from '../../lib/domain/nodes/store-identity.ts'
import { STORE_FORMAT } from '../../lib/domain/stored-record.ts'
import { ConfigError } from '../../lib/index.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, type IdpOptions, startIdp } from '../support/idp.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const redis = await startRedis()
beforeEach(async () => void (await redis.admin.flushall()))

const started: Idp[] = []
async function start({ options, ...more }: Pick<IdpOptions, 'issuer' | 'options'> = {}): Promise<Idp> {
  const storage = patientRedis(redis.url, { keyPrefix: 'nodes:' })
  const idp = await startIdp({ ...more, options: { ...options, storage } }).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  started.push(idp)
  return idp
}
afterEach(async () => {
  for (const idp of started.splice(0)) await idp.stop()
})

const readiness = async (idp: Idp): Promise<Record<string, any>> => {
  const answer = await idp.send('/health/ready')
  return { ...answer.json(), status: answer.status }
}
const contents = async (): Promise<string> => {
  const keys = (await redis.admin.keys('*')).toSorted()
  return JSON.stringify(await Promise.all(keys.map(async (key) => [key, await redis.admin.dump(key)])))
}

describe('a store belongs to one issuer:', () => {
  it('a node with another BASE_URL is refused, with both addresses and the way out, and has written nothing', async () => {
    const own = await start()
    const before = (await contents()).length
    const other = start()
    await expect(other).rejects.toThrow(ConfigError)
    await expect(other).rejects.toThrow(
      new RegExp(
        `${own.issuer}, whose store this is +got http://localhost:\\d+ +E1011\\n +hint: .*portico store set-issuer`,
      ),
    )
    expect((await contents()).length).toBe(before)
    expect((await readiness(own)).status).toBe(200)
  })

  it('of two that start together on an empty store one wins', async () => {
    const both = await Promise.allSettled([start(), start()])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const [winner] = started as [Idp]
    expect((await readiness(winner)).status).toBe(200)
  })
})

describe('a node', () => {
  it('has a name, and is among the nodes until it ends', async () => {
    const named = await start({ options: { nodeName: 'sso-1' } })
    await start({ issuer: named.issuer })
    const { documents } = named.portico.storage
    const nodes = await readNodes(documents)
    expect(nodes.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['sso-1', expect.stringMatching(new RegExp(`-${process.pid}$`))]),
    )
    expect(nodes.every((node) => isRunning(node, Date.now()) && node.reads === STORE_FORMAT)).toBe(true)
    await started.pop()?.stop()
    expect((await readNodes(documents)).map(({ name }) => name)).toEqual(['sso-1'])
  })

  it('lists which settings of another node differ, and never their values', async () => {
    const first = await start({ options: { nodeName: 'sso-1' } })
    const clients = [{ ...CONF, client_id: 'other', client_secret: 'x'.repeat(40) }]
    const second = await start({ issuer: first.issuer, options: { lifetimes: { accessToken: 123 }, clients } })
    const drift = second.log.lines.filter(({ fields }) => fields['code'] === 'configuration-drift')
    expect(drift).toEqual([
      {
        level: 'warn',
        fields: { code: 'configuration-drift', other: 'sso-1', settings: ['clients', 'lifetimes'] },
        message: expect.any(String),
      },
    ])
    expect(JSON.stringify(drift)).not.toMatch(/xxx|123/)
    expect(JSON.stringify(await readNodes(first.portico.storage.documents))).not.toMatch(/xxx|https/)
  })

  it('with the same settings and a new root secret before the old one differs in that alone', async () => {
    const first = await start()
    const secret = ['a-new-root-secret-that-is-long-enough', first.portico.configuration.secret[0] as string]
    const second = await start({ issuer: first.issuer, options: { secret } })
    expect(second.log.lines.find(({ fields }) => fields['code'] === 'configuration-drift')?.fields).toMatchObject({
      settings: ['secret'],
    })
  })

  it('that was not seen for a day is removed by any node that reads it; one that was not seen for a while is not running', async () => {
    const idp = await start()
    const { documents } = idp.portico.storage
    const [own] = await readNodes(documents)
    for (const [id, hours] of [
      ['gone', 25],
      ['away', 1],
    ] as const)
      await documents.replace(
        'nodes',
        id,
        undefined,
        JSON.stringify({ v: 1, ...own, text: undefined, seenAt: Date.now() - hours * 3_600_000 }),
      )
    await start({ issuer: idp.issuer })
    expect((await readNodes(documents)).map(({ id }) => id).includes('gone')).toBe(false)
    expect((await readNodes(documents)).filter((node) => isRunning(node, Date.now()))).toHaveLength(2)
  })
})

describe('the clock of a node', () => {
  const off = (seconds: number): Promise<Idp> => start({ options: { clock: () => Date.now() + seconds * 1_000 } })
  const said = (idp: Idp): readonly string[] =>
    idp.log.lines.filter(({ fields }) => fields['code'] === 'node-clock').map(({ level }) => level)

  it.each([3, -3])('that differs by %d seconds is said by the node itself, which stays ready', async (seconds) => {
    const idp = await off(seconds)
    expect(said(idp)).toEqual(['warn'])
    expect(await readiness(idp)).toMatchObject({ status: 200, checks: { clock: 'ok' } })
  })

  it.each([8, -8])('that differs by %d seconds makes it not ready, and others see it', async (seconds) => {
    const before = Date.now()
    const idp = await off(seconds)
    expect(said(idp)).toEqual(['error'])
    expect(await readiness(idp)).toMatchObject({ status: 503, checks: { clock: 'skewed', store: 'ok' } })
    const [node] = await readNodes(idp.portico.storage.documents)
    // It has measured the difference somewhere between these, and goes by the clock of the store.
    const took = Date.now() - before
    expect(Math.abs((node?.clockMs ?? 0) - seconds * 1_000)).toBeLessThanOrEqual(took)
    expect(node?.seenAt).toBeGreaterThanOrEqual(before - took)
    expect(node?.seenAt).toBeLessThanOrEqual(Date.now() + took)
  })
})

describe('the format of the store', () => {
  it('is the newest for an unused store', async () => {
    expect(await readFormat((await start()).portico.storage.documents)).toBe(STORE_FORMAT)
  })

  it('of a later release ends the readiness of a node that does not read it, and refuses its start', async () => {
    const idp = await start()
    const later = STORE_FORMAT + 1
    await raiseFormat(idp.portico.storage.documents, later)
    await until(async () => (await readiness(idp)).status === 503)
    expect(await readiness(idp)).toMatchObject({ checks: { format: 'newer', store: 'ok' } })
    expect(idp.log.text()).toContain('store-format-newer')
    await expect(start({ issuer: idp.issuer })).rejects.toThrow(
      new RegExp(
        `expected a release that reads format ${later} of the store +got one that reads up to format ${STORE_FORMAT} +E1012`,
      ),
    )
  })
})
