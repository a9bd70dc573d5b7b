/** `portico app …`, and `client create --app`: an app of the catalogue with what it is known to need. */
import { OWNER, startClientWorld } from './client-world.ts'
import { portico } from './portico.ts'

const world = await startClientWorld('an embedded file')

it('app list names every app and how it comes, without a store', async () => {
  const [{ code, out }, asData] = [await portico('app list', {}), await portico('app list --json', {})]
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(
      /^gitlab +GitLab: OpenID Connect; read in 20\d\d-\d\d, not tested \(version 15.9 or newer\)$/m,
    ),
  ])
  expect(out).toMatch(/^superset +Apache Superset: OpenID Connect; tested \(6.1.0\)$/m)
  expect(out).toMatch(/^grafana +Grafana: behind the gate: sends no nonce; read in /m)
  expect(JSON.parse(asData.out).length).toBeGreaterThanOrEqual(40)
})

it('app show prints the facts about an app, and how to register it', async () => {
  const { code, out } = await portico('app show gitlab --url https://git.example.com', {})
  expect([code, out]).toEqual([0, expect.stringContaining('/users/auth/openid_connect/callback')])
  expect(out).toContain('portico client create gitlab --app gitlab --url https://git.example.com')
  const { out: lacking } = await portico('app show immich', {})
  expect(lacking).toMatch(/read in 20\d\d-\d\d, not tested/)
  expect(lacking).toMatch(/OpenID Connect would need: .*oauth\.repository\.ts/)
  const gated = await portico('app show miniflux --json --url https://rss.example.com', {})
  expect(JSON.parse(gated.out)).toMatchObject({ way: 'gate', registration: { gateUrl: 'https://rss.example.com' } })
  expect((await portico('app show fortran', {})).code).toBe(2)
  expect((await portico('app show gitlab --url git', {})).code).toBe(2)
})

it('client create --app registers it with all that it needs, and prints its settings', async () => {
  const { code, out } = await world.client('create forge --app gitlab --url https://git.example.com', ...OWNER)
  expect([code, out]).toEqual([
    0,
    expect.stringContaining("redirect_uri: 'https://git.example.com/users/auth/openid_connect/callback'"),
  ])
  expect(out).toMatch(/secret: 'sso_live_[\w-]{43}'/)
  await expect(world.data('show', 'forge')).resolves.toMatchObject({ clientName: 'GitLab', environment: 'live' })
})

it('explicit options come first', async () => {
  const more = ['--name', 'Our wiki', '--scopes', 'openid roles', '--environment', 'development', '--json'] as const
  const { code } = await world.client('create blog --app wordpress --url https://blog.example.com', ...OWNER, ...more)
  expect(code).toBe(0)
  await expect(world.data('show', 'blog')).resolves.toMatchObject({
    clientName: 'Our wiki',
    environment: 'development',
    scopes: ['openid', 'roles'],
  })
})

it('an app that cannot come is registered behind the gate', async () => {
  const { code, out } = await world.client('create grafana --app grafana --url https://graphs.example.com/', ...OWNER)
  expect([code, out]).toEqual([0, expect.stringContaining('auth_request')])
  await expect(world.data('show', 'grafana')).resolves.toMatchObject({ gate: { url: 'https://graphs.example.com' } })
})

it.each([
  ['an app that is unknown', ['--app', 'fortran', '--url', 'https://a.example'], 'unknown app fortran'],
  ['an app without its address', ['--app', 'gitlab'], '--app needs --url'],
])('%s is refused', async (_, more, words) => {
  const { code, err } = await world.client('create', 'none-such', ...OWNER, ...more)
  expect([code, err]).toEqual([2, expect.stringContaining(words)])
})
