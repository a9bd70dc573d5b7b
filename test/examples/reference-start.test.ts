/** The reference deployment on a machine that has never seen it: `npm start`, and what comes of it. */
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { sendRaw } from '../support/raw-socket.ts'
import { emptyFolder, type Run } from './process.ts'

const FIRST = /Username {3}admin\n +Password {3}(\S+)/
const CHOSEN = 'a password of my own'

let run: Run
const start = (env: Readonly<Record<string, string>> = {}): Run =>
  folder.run('examples/reference/main.js', { PORT: String(port), ...env })

const folder = emptyFolder()

const browser = await launchChromium()

const port = await freePort()

describe('the first start in an empty folder', () => {
  let password: string

  it('prints the URL, and the one-time password of admin', async () => {
    run = start()
    password = (await run.says(FIRST))[1] as string
    expect(run.output()).toContain(`Service    http://localhost:${port}\n`)
    expect(run.output()).toMatch(/Open {7}http:\/\/localhost:\d+\//)
  })

  it('answers at both addresses of localhost, and nowhere else in the common shape', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const discovery = await fetch(`http://${host}:${port}/.well-known/openid-configuration`)
      expect(await discovery.json()).toMatchObject({ issuer: `http://localhost:${port}` })
    }
    const nowhere = await fetch(`http://localhost:${port}/nowhere`)
    expect([nowhere.status, await nowhere.json()]).toEqual([
      404,
      expect.objectContaining({ error: 'not_found', request_id: nowhere.headers.get('x-request-id') }),
    ])
    await run.says(new RegExp(`"request_id":"${nowhere.headers.get('x-request-id')}".*"status":404`))
  })

  it('D-G2: answers in the common shape also what is no HTTP request, and logs the request id', async () => {
    for (const bytes of ['nonsense\r\n\r\n', 'GET /health/live HTTP/1.1\r\n\r\n']) {
      const { status, text } = await sendRaw(port, [bytes])
      const body = JSON.parse(text.split('\r\n\r\n')[1] ?? '') as { error: string; request_id: string }
      expect([status, body.error]).toEqual([400, 'invalid_request'])
      expect(text).toContain(`X-Request-Id: ${body.request_id}\r\n`)
      await run.says(new RegExp(`"request_id":"${body.request_id}".*"status":400`))
    }
    expect(run.output()).not.toContain('nonsense')
  })

  it('D-G2: shows the portal at the bare URL, with a request id as on every response', async () => {
    const door = await fetch(`http://localhost:${port}/`, { headers: { accept: 'text/html' }, redirect: 'manual' })
    expect([door.status, door.headers.get('location')]).toEqual([303, `http://localhost:${port}/portal`])
    expect(door.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    const linked = await fetch(`http://localhost:${port}/?utm_source=mail`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect(linked.status).toBe(303)
    expect(door.headers.get('x-request-id')).toMatch(/^\w{4}-\w{4}-\w{4}$/)
  })

  it('keeps its data and the root secret where only the owner reads them', async () => {
    for (const file of ['secret', 'portico.sqlite'])
      expect((await stat(join(folder.path, '.portico', file))).mode & 0o077).toBe(0)
    expect((await readFile(join(folder.path, '.portico', 'secret'), 'utf8')).trim().length).toBeGreaterThanOrEqual(32)
  })

  it('lets admin sign in to the demo app, choosing a password on the way', async () => {
    const page = await browser.newPage()
    await page.goto((await run.says(/Open {7}(\S+)/))[1] as string)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email or username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.getByLabel('New password', { exact: true }).fill(CHOSEN)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    expect(await page.locator('h1').innerText()).toBe('Signed in as Administrator')
    expect(await page.getByRole('row', { name: 'roles sso:admin' }).isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Sign out' }).click()
    expect(await page.getByRole('status').innerText()).toBe('You are signed out.')
  })

  it('ends with code 0 when it is asked to', async () => {
    run.signal('SIGTERM')
    expect(await run.ended).toBe(0)
    expect(run.output()).toContain('"msg":"stopped"')
  })

  it('standard output was the log alone, a JSON object per line: greetings and the password went to standard error', () => {
    const lines = run.stdout().split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThan(5)
    for (const line of lines)
      expect(JSON.parse(line)).toMatchObject({ level: expect.any(String), msg: expect.any(String) })
    expect(run.stdout()).not.toContain(password)
  })

  it('has logged neither password', () => {
    expect(run.output().split(password)).toHaveLength(2)
    expect(run.output()).not.toContain(CHOSEN)
  })
})

describe('the second start', () => {
  it('creates no account, and recognizes the user and the consent', async () => {
    const before = await readFile(join(folder.path, '.portico', 'secret'), 'utf8')
    run = start()
    const [, demo] = await run.says(/Open {7}(\S+)/)
    const page = await browser.newPage()
    await page.goto(demo as string)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Email or username').fill('admin')
    await page.getByLabel('Password', { exact: true }).fill(CHOSEN)
    await page.keyboard.press('Enter')
    await page.waitForURL(demo as string)
    expect(await page.locator('h1').innerText()).toBe('Signed in as Administrator')
    expect(run.output()).not.toMatch(FIRST)
    expect(await readFile(join(folder.path, '.portico', 'secret'), 'utf8')).toBe(before)
    run.signal('SIGINT')
    expect(await run.ended).toBe(0)
  })
})
