/**
 * Apps of the catalog from their registries, in the pinned version, unmodified: registered as `client create --app`
 * registers them, with the settings that it prints pasted unchanged. A user signs in and is named.
 */
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { gateBlock } from '../../lib/domain/clients/blocks/gate-block.ts'
import { CATALOGUE } from '../../lib/domain/clients/catalogue/catalogue.ts'
import { freePort } from '../support/free-port.ts'
import { GATE_HEADERS } from '../support/gated-visitor.ts'
import { draftOf } from '../support/registered-client.ts'
import { startProxy } from '../support/reverse-proxy.ts'
import { INSTALLED } from './install.ts'
import { folderOf, GATED_APPS, KNOWN_APPS, planOf } from './known-apps.ts'
import { answers, appFolder, runApp } from './process.ts'
import { consent, signIn, startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world?.close())

it.each(KNOWN_APPS)('$id signs a user in with the settings of the catalog', async (known) => {
  const app = await world.start(planOf(known))
  const page = await world.browser()
  try {
    await page.goto(app.origin + known.begin)
    if (known.press !== undefined) await page.click(known.press)
    await signIn(page)
    if (known.choose === true) await page.click('button[name=action][value=continue]')
    await consent(page, 'allow')
    await page.waitForURL(({ origin }) => origin === app.origin)
    await known.after?.(page)
    if (known.user !== undefined) await page.goto(app.origin + known.user)
    await page.getByText(known.named).first().waitFor({ state: 'attached' })
  } catch (error) {
    throw new Error(`at ${page.url()}: ${await page.innerText('body').catch(() => '')}\n${app.output().slice(-4000)}`, {
      cause: error,
    })
  }
})

it.each(GATED_APPS)('$id lets a user in behind the gate', async ({ id, page: path, shows, servers }) => {
  const [port, behind] = [await freePort(), await freePort()]
  const origin = `http://${id}.localhost:${port}`
  const gate = { url: origin, assertion: false }
  await world.idp.portico.clients.create(draftOf(id, { gate }), 'test')
  const { settings } = CATALOGUE[id]
  const own = { ...(await servers()), APP: resolve(INSTALLED, folderOf(id)), PORT: `${behind}` }
  const app = await runApp({
    folder: appFolder(folderOf(id), `test/apps/${folderOf(id)}`, { '.': '.' }),
    env: { ...process.env, ...parseEnv(settings.join('\n')), ...own },
    command: ['sh', 'start.sh'],
    ready: () => answers(`http://127.0.0.1:${behind}`),
  })
  try {
    const block = {
      client: { clientId: id, gate },
      issuer: world.idp.issuer,
      headers: GATE_HEADERS,
      service: `127.0.0.1:${world.idp.port}`,
      upstream: `http://127.0.0.1:${behind}`,
    }
    await startProxy('nginx', { printed: gateBlock(block, 'nginx'), host: `${id}.localhost`, port, replace: () => [] })
    const page = await world.browser()
    await page.goto(origin + path)
    await signIn(page)
    await page.waitForURL((url) => url.origin === origin)
    await page.goto(origin + path)
    expect((await page.content()) + app.output()).toContain(shows)
  } finally {
    await app.stop()
  }
})
