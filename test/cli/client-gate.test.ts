/** Gated apps on the command line: registered, changed and looked at as the panel and the file have them. */

import { gateBlock } from '../../lib/domain/clients/blocks/gate-block.ts'
import { serviceAddress } from '../../lib/domain/clients/gate.ts'
import { freePort } from '../support/free-port.ts'
import { GATE_HEADERS, gatedVisitor } from '../support/gated-visitor.ts'
import { startHeaderApp } from '../support/header-apps.ts'
import { send } from '../support/http.ts'
import { startProxy } from '../support/reverse-proxy.ts'
import { startClientWorld } from './client-world.ts'

const GATE = ['--name', 'Wiki', '--owner', 'owner@example.com', '--type', 'gate'] as const

const world = await startClientWorld('an embedded file')

describe('portico client, gated apps:', () => {
  it('create prints what nginx needs, and no secret; the gate works immediately', async () => {
    const before = await world.idp.send('/gate?app=wiki', { headers: { accept: 'text/html' } })
    expect(before.status).toBe(302)
    const { code, out, err } = await world.client(
      ...['create', 'wiki', ...GATE, '--url', 'https://wiki.example.com', '--allow-role', 'editor'],
    )
    const note = 'the proxy reaches the app at http://127.0.0.1:8080, unless --upstream is set'
    expect([code, err]).toEqual([0, `wiki is registered; ${note}`])
    expect(out).toContain(`proxy_pass http://127.0.0.1:${world.idp.port}/gate?app=wiki;`)
    expect(out).not.toMatch(/sso_(?:dev|live)_/)
    expect(await world.data('show', 'wiki')).toMatchObject({
      type: 'confidential',
      gate: { url: 'https://wiki.example.com', assertion: false },
      access: { roles: ['editor'] },
      redirectUris: ['https://wiki.example.com/.portico/wiki/callback'],
      scopes: ['openid', 'profile', 'email', 'roles'],
      consent: 'trusted',
    })
    const begun = await world.idp.send('host:/.portico/wiki/sign-in', { headers: { host: 'wiki.example.com' } })
    expect([begun.status, begun.headers.location]).toEqual([303, expect.stringContaining('client_id=wiki')])
  })

  it('update changes the address and the statement, and the trail has what was before and after', async () => {
    await world.client('create', 'notes', ...GATE, '--url', 'https://notes.example.com', '--assertion')
    const { code, err } = await world.client('update notes --url https://n.example.com/notes --no-assertion')
    expect([code, err]).toEqual([0, 'notes was changed'])
    expect(await world.data('show', 'notes')).toMatchObject({
      gate: { url: 'https://n.example.com/notes', assertion: false },
      redirectUris: ['https://n.example.com/.portico/notes/callback'],
    })
    expect((await world.operations('notes')).map(({ changes }) => changes?.['gate'])).toEqual([
      [null, ['https://notes.example.com', 'assertion']],
      [['https://notes.example.com', 'assertion'], ['https://n.example.com/notes']],
    ])
    expect((await world.client('env', 'notes', '--format', 'caddy')).out).toContain('handle /notes* {')
    const renamed = await world.client('update', 'notes', '--name', 'Notes')
    expect([renamed.code, (await world.data('show', 'notes'))['clientName']]).toEqual([0, 'Notes'])
  })

  it.each(['nginx', 'caddy', 'haproxy'] as const)('a user signs in through %s with what is printed', async (format) => {
    const [app, port, id] = [await startHeaderApp('node'), await freePort(), `behind-${format}`]
    const url = `http://${id}.localhost:${port}`
    await world.client('create', id, ...GATE, '--url', url)
    const { out } = await world.client('env', id, '--format', format, '--upstream', `http://127.0.0.1:${app}`)
    await startProxy(format, { printed: out, host: `${id}.localhost`, port, replace: () => [] })
    const answer = await gatedVisitor(world.idp, { clientId: id, url }, undefined, port).enter('/page?a=b')
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('["REMOTE_USER","alice"]')])
    const forged = await send(port, '/', { headers: { host: new URL(url).host, 'remote-user': 'admin' } })
    expect(forged.status).toBe(401)
  })

  it('create of a known app prints its own settings, with the headers that are set', async () => {
    const line = ['create', 'graphs', '--app', 'grafana', '--url', 'https://g.example.com', '--owner', 'a@b.example']
    const { code, out } = await world.client(...line, '--format', 'caddy')
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/^# --- Caddyfile\n[^]*^# --- settings of Grafana\n\[auth.proxy\]/m),
    ])
    const renamed = { ...GATE_HEADERS, user: 'X-Staff' }
    const client = { clientId: 'grafana', gate: { url: 'https://g.example.com', assertion: false } }
    const block = gateBlock({ client, issuer: 'https://a.example', headers: renamed, service: 'a:1' }, 'nginx')
    expect(block).toContain('\nheader_name = X-Staff\n')
  })

  it.each([
    ['127.0.0.1', '127.0.0.1:3000'],
    ['localhost', '127.0.0.1:3000'],
    ['0.0.0.0', '127.0.0.1:3000'],
    ['::ffff:10.0.0.5', '10.0.0.5:3000'],
    ['::1', '[::1]:3000'],
    ['::', '127.0.0.1:3000'],
  ])('a service that listens on %s is reached at %s', (host, address) =>
    expect(serviceAddress(host, 3000)).toBe(address),
  )

  it.each<[string, readonly string[], RegExp]>([
    ['without its address', ['create', 'a-1', ...GATE], /--type gate needs --url/],
    [
      'with one and another type',
      ['create', 'a-2', '--type', 'public', '--url', 'https://a.example'],
      /--url is only for --type gate/,
    ],
    [
      'with a file for a secret',
      ['create', 'a-3', ...GATE, '--url', 'https://a.example', '--to-env-file', 'x'],
      /no secret/,
    ],
    [
      'with a query in its address',
      ['create', 'a-4', ...GATE, '--url', 'https://a.example/?b'],
      /cannot contain a query/,
    ],
    [
      'over http on another host',
      ['create', 'a-5', ...GATE, '--url', 'http://a.example'],
      /can use http only for localhost/,
    ],
    [
      'on the host of the service',
      ['create', 'a-6', ...GATE, '--url', 'http://localhost:1'],
      /cannot be on the same host as/,
    ],
    ['moved to that host', ['update', 'wiki', '--url', 'http://localhost:1/wiki'], /cannot be on the same host as/],
    [
      'in a format of others',
      ['env', 'wiki', '--format', 'vite'],
      /for a gated app, --format must be one of nginx, caddy, traefik, haproxy/,
    ],
    [
      'made in one',
      ['create', 'a-7', ...GATE, '--url', 'https://a.example', '--format', 'hono'],
      /--format must be one/,
    ],
    ['before an app with a path', ['env', 'wiki', '--upstream', 'http://app.internal/x'], /without a path/],
    ['before words of a proxy', ['env', 'wiki', '--upstream', 'http://a;include/x'], /without a path/],
    ['before no URL', ['env', 'wiki', '--upstream', 'app.internal:8080'], /without a path/],
    ['an upstream of another client', ['env', 'conf', '--upstream', 'http://a.example'], /only for gated apps/],
    ['a secret of it', ['rotate-secret', 'wiki', '--yes'], /a gated app has no secret/],
    ['made of another client', ['update', 'conf', '--url', 'https://a.example'], /a client's type cannot be changed/],
  ])('%s is refused with its reason', async (_name, line, reason) => {
    const { code, err } = await world.client(...line)
    expect(code).not.toBe(0)
    expect(err).toMatch(reason)
  })
})
