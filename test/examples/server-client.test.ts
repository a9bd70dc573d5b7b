/** The app by itself, on the block of variables that the command line gives out for a new client. */
import { parseEnv } from 'node:util'
import { freePort } from '../support/free-port.ts'
import { emptyFolder } from './process.ts'

const APP = 'examples/server-client/main.js'

const folder = emptyFolder()

describe('the server-client example', () => {
  it('runs on the block as it is printed, and sends users to the service', async () => {
    const [port, appPort] = [await freePort(), await freePort()]
    const service = { PORT: String(port), BASE_URL: `http://localhost:${port}`, PORTICO_DATA: 'another-folder' }
    await folder.run('examples/reference/main.js', service).says(/Service/)
    const app = `http://localhost:${appPort}`
    const registered = folder.run('lib/cli/main.js', service, [
      'client',
      'create',
      'my-app',
      '--name',
      'My app',
      '--owner',
      'you@example.com',
      '--type',
      'confidential',
      '--redirect-uri',
      `${app}/callback`,
    ])
    expect(await registered.ended).toBe(0)
    const block = parseEnv(registered.output()) as Record<string, string>
    await folder.run(APP, { ...block, APP_NAME: 'Till' }).says(/The app is at/)
    expect(await (await fetch(app)).text()).toContain('<title>Till</title>')
    const location = (await fetch(`${app}/sign-in`, { redirect: 'manual' })).headers.get('location') ?? ''
    expect(new URL(location).searchParams.get('client_id')).toBe('my-app')
    const page = await fetch(location, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining('/interaction/')])
  })

  it('with a wrong secret prints what the provider refused, and the request ID', async () => {
    const [port, appPort] = [await freePort(), await freePort()]
    const service = { PORT: String(port), BASE_URL: `http://localhost:${port}` }
    await folder.run('examples/reference/main.js', service).says(/Service/)
    const app = `http://localhost:${appPort}`
    const run = folder.run(APP, {
      OIDC_ISSUER: service.BASE_URL,
      OIDC_CLIENT_ID: 'unknown',
      OIDC_CLIENT_SECRET: 'wrong'.repeat(8),
      OIDC_REDIRECT_URI: `${app}/callback`,
    })
    await run.says(/The app is at/)
    const begun = await fetch(`${app}/sign-in`, { redirect: 'manual' })
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
    const callback = `${app}/callback?${new URLSearchParams({ code: 'x', state, iss: service.BASE_URL })}`
    const page = await (await fetch(callback, { headers: { cookie } })).text()
    expect(page).toContain('invalid_client')
    expect(page).toMatch(/Request ID: <code>[\w-]+<\/code>/)
    expect(page).not.toContain('could not be asked')
  })

  it('names the missing variable, and ends with code 2', async () => {
    const run = folder.run(APP, { OIDC_REDIRECT_URI: 'http://localhost:1/callback' })
    expect(await run.ended).toBe(2)
    expect(run.output()).toContain('set OIDC_ISSUER')
  })
})
