/** The reference deployment under settings: their sources, and its messages about bad ones. */
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { remote } from '../support/logout-processes.ts'
import { enterPanel, textIn } from '../support/panel-visitor.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { relyingParty } from '../support/relying-party.ts'
import { emptyFolder, type Folder } from './process.ts'

const CONFIG = { clients: [CONF], accounts: [{ ...ALICE, roles: ['sso:admin'] }], lifetimes: { accessToken: 60 } }

let folder: Folder
beforeEach(async () => {
  folder = emptyFolder()
})
afterEach(() => folder.remove())

describe('settings', () => {
  it('come from PORTICO_CONFIG: no demo, no first administrator, the client is known', async () => {
    await folder.configure(CONFIG)
    const port = await freePort()
    const run = folder.run('examples/reference/main.js', { PORT: String(port), PORTICO_CONFIG: 'portico.json' })
    await run.says(/Service .*\n/)
    expect(run.output()).not.toMatch(/Open|Password/)
    const node = remote({ issuer: `http://localhost:${port}`, port })
    expectInactive(await relyingParty(node, CONF).introspect('x'))
  })

  it('may be named by files: PORTICO_SECRET_FILE, BASE_URL_FILE', async () => {
    const port = await freePort()
    await writeFile(join(folder.path, 'secret'), 'a root secret that is mounted as a file\n')
    await writeFile(join(folder.path, 'base'), 'https://sso.example.com\n')
    const run = folder.run('examples/reference/main.js', {
      PORT: String(port),
      PORTICO_SECRET_FILE: 'secret',
      BASE_URL_FILE: 'base',
      PORTICO_DATA: ':memory:',
    })
    await run.says(/Service {4}https:\/\/sso\.example\.com\n/)
    expect(await (await fetch(`http://localhost:${port}/.well-known/openid-configuration`)).json()).toMatchObject({
      issuer: 'https://sso.example.com',
    })
    expect(run.output()).not.toContain('Open')
  })

  it('are shown in the panel as they hold, each with where it came from: its variable, the file, or nowhere', async () => {
    const host = { timeoutSeconds: GENEROUS_MS / 1_000 }
    await folder.configure({ ...CONFIG, rateLimits: { token: { limit: 40 } }, host })
    const port = await freePort()
    const issuer = `http://localhost:${port}`
    const run = folder.run('examples/reference/main.js', {
      PORT: String(port),
      BASE_URL: issuer,
      PORTICO_CONFIG: 'portico.json',
    })
    await run.says(/Service .*\n/)
    const panel = await enterPanel(remote({ issuer, port }), ALICE)
    const groups = ['addresses', 'signIn', 'tokens', 'limits']
    const pages = await Promise.all(groups.map((group) => panel.open(`/settings?group=${group}`)))
    const rows = pages.flatMap(({ answer }) => answer.text.split('<tr'))
    const cellOf = (name: string, column: number): string => {
      const row = rows.find((part) => part.includes(`<code class="sso-sub" dir="ltr">${name}</code>`)) ?? ''
      return textIn(`<td${row.split('<td').at(column)?.split('</td>')[0]}`)
    }
    const sourceOf = (name: string): string => cellOf(name, -1)
    expect(cellOf('host.timeoutSeconds', -2)).toContain(`${host.timeoutSeconds} seconds`)
    const names = [
      'baseUrl',
      'clients',
      'accounts',
      'lifetimes.accessToken',
      'rateLimits.token',
      'rateLimits.pages',
      'lifetimes.idToken',
      'trustProxy',
    ]
    expect(Object.fromEntries(names.map((name) => [name, sourceOf(name)]))).toEqual({
      baseUrl: 'Environment BASE_URL',
      clients: expect.stringMatching(/^File \S*portico\.json$/),
      accounts: expect.stringMatching(/^File \S*portico\.json$/),
      'lifetimes.accessToken': expect.stringMatching(/^File \S*portico\.json$/),
      'rateLimits.token': expect.stringMatching(/^File \S*portico\.json$/),
      'rateLimits.pages': 'Default',
      'lifetimes.idToken': 'Default',
      trustProxy: 'Default',
    })
  })

  it('keep nothing on disk with PORTICO_DATA=:memory:', async () => {
    const run = folder.run('examples/reference/main.js', { PORT: String(await freePort()), PORTICO_DATA: ':memory:' })
    await run.says(/Store .*memory/)
    await expect(writeFile(join(folder.path, '.portico', 'x'), '')).rejects.toThrow('ENOENT')
  })
})

describe('settings that cannot be used', () => {
  it('are reported together, without a stack, and end the process with code 2', async () => {
    await folder.configure({ ...CONFIG, lifetimes: { acessToken: 1 } })
    const run = folder.run('examples/reference/main.js', {
      PORT: 'http',
      BASE_URL: 'http://sso.example.com',
      PORTICO_SECRET: 'short',
      PORTICO_CONFIG: 'portico.json',
    })
    expect(await run.ended).toBe(2)
    for (const words of [
      '4 problems in the configuration',
      'PORT',
      'BASE_URL',
      'PORTICO_SECRET',
      'lifetimes.acessToken',
    ])
      expect(run.output()).toContain(words)
    expect(run.output()).not.toMatch(/short|^ +at /m)
  })

  it('include a client that breaks a rule of registration', async () => {
    const run = folder.run('examples/reference/main.js', {
      PORT: String(await freePort()),
      PORTICO_CONFIG: JSON.stringify({
        clients: [{ ...CONFIG.clients[0], redirect_uris: ['http://app.example.com/callback'] }],
      }),
    })
    expect(await run.ended).toBe(2)
    expect(run.output()).toContain('redirect_uris')
    expect(run.output()).not.toMatch(/^ +at /m)
  })
})

describe('a port that is in use', () => {
  it('is reported in one line, and ends the process with code 1', async () => {
    const holder = createServer()
    const port = await freePort()
    await new Promise<void>((done) => holder.listen(port, '127.0.0.1', done))
    const run = folder.run('examples/reference/main.js', { PORT: String(port) })
    expect(await run.ended).toBe(1)
    expect(run.output()).toBe(`port ${port} is in use: set PORT to another one\n`)
    await new Promise((done) => holder.close(done))
  })
})
