/** Gated apps on the command line: registered, changed and looked at as the panel and the file have them. */
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
    expect([code, err]).toEqual([0, 'wiki is registered'])
    expect(out).toContain('proxy_pass http://portico/gate?app=wiki;')
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
      /for a gated app, --format must be one of nginx, caddy/,
    ],
    ['a secret of it', ['rotate-secret', 'wiki', '--yes'], /a gated app has no secret/],
    ['made of another client', ['update', 'conf', '--url', 'https://a.example'], /a client's type cannot be changed/],
  ])('%s is refused with its reason', async (_name, line, reason) => {
    const { code, err } = await world.client(...line)
    expect(code).not.toBe(0)
    expect(err).toMatch(reason)
  })
})
