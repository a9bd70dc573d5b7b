/** Findings of the running service about its deployment: in its log by code, and on the panel's first page. */
import { ACCOUNTS } from '../support/fixtures.ts'
import { type Idp, type IdpOptions, startIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { startRedis } from '../support/redis-server.ts'

const started = async ({ options, ...where }: IdpOptions): Promise<Idp> =>
  await startIdp({ ...where, options: { accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], clients: [], ...options } })

const firstPage = async (idp: Idp): Promise<string> => textIn((await (await enterPanel(idp)).open('/')).answer.text)
const codes = (idp: Idp): readonly unknown[] => idp.log.lines.map(({ fields }) => fields['code']).filter(Boolean)
const asked = async (idp: Idp, times: number, forwarded?: string): Promise<void> => {
  const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
  for (let time = 0; time < times; time += 1) await idp.send('/jwks', { headers })
}

it('a store that may drop records: told at the start, with what fixes it, and in the panel', async () => {
  const config = { appendfsync: 'always', 'maxmemory-policy': 'allkeys-lru' }
  const redis = await startRedis({ appendonly: true, config })
  const idp = await started({ store: { redis: redis.url, keyPrefix: 'findings:' } })
  expect(idp.log.lines).toContainEqual({
    level: 'warn',
    fields: {
      code: 'redis-eviction',
      why: expect.stringContaining('tokens and revocations'),
      fix: 'Set maxmemory-policy to noeviction.',
    },
    message: 'maxmemory-policy is allkeys-lru',
  })
  expect(await firstPage(idp)).toMatch(
    /redis-eviction.*maxmemory-policy is allkeys-lru\..*Set maxmemory-policy to noeviction\./,
  )
})

describe('TRUST_PROXY', () => {
  it('0 behind a proxy: noticed after twenty requests, logged once an hour, and shown with how the reader comes', async () => {
    const idp = await started({})
    await asked(idp, 19, '203.0.113.9')
    expect(codes(idp)).not.toContain('trust-proxy-low')
    await asked(idp, 21, '203.0.113.9')
    const page = await firstPage(idp)
    expect(page).toMatch(
      /trust-proxy-low40 of \d+ requests had more IP addresses in X-Forwarded-For than TRUST_PROXY allows \(0\); your request came from 127\.0\.0\.1 through 0 proxies/,
    )
    expect(codes(idp).filter((code) => code === 'trust-proxy-low')).toHaveLength(1)
    idp.clock.forward(3_601)
    await asked(idp, 20, '203.0.113.9')
    expect(codes(idp).filter((code) => code === 'trust-proxy-low')).toHaveLength(2)
  })

  it('higher than the number of proxies: a client that writes the header gets any IP address', async () => {
    const idp = await started({ options: { trustProxy: 2 } })
    await asked(idp, 20, '203.0.113.9')
    expect(codes(idp)).toContain('trust-proxy-high')
  })

  it('as many as there are, with some who write the header themselves and probes that come around: nothing', async () => {
    const idp = await started({ options: { trustProxy: 1 } })
    await asked(idp, 30, '203.0.113.9')
    await asked(idp, 25, '192.0.2.1, 203.0.113.9')
    for (let probe = 0; probe < 60; probe += 1) await idp.send('/health/live')
    expect(codes(idp).filter((code) => String(code).startsWith('trust-proxy'))).toEqual([])
  })

  it('set right again, the page is quiet after an hour of traffic', async () => {
    const idp = await started({})
    await asked(idp, 20, '203.0.113.9')
    expect(await firstPage(idp)).toContain('trust-proxy-low')
    for (let hour = 0; hour < 2; hour += 1) {
      idp.clock.forward(3_601)
      await asked(idp, 30)
    }
    expect(await firstPage(idp)).not.toContain('trust-proxy-low')
  })
})
