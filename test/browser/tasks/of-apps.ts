/** Tasks about apps, requests, tokens and keys, from the panel's first page. */
import { PASSWORD } from '../../seed/people.ts'
import { ADMINISTRATOR } from '../../seed/set-up.ts'
import type { Walks } from './hands.ts'

export const OF_APPS: Walks = {
  async 'explain a request by its ID'({ world, search, enter, heading, main }) {
    const { audit } = world.idp.portico
    const [refused] = (await audit.list({ client: 'grafana', group: 'request' }, undefined, 1)).entries
    await search((refused?.requestId ?? '').toUpperCase().replaceAll('-', ' '))
    await enter()
    expect(await heading()).toContain('Grafana')
    expect(await main()).toContain('secret')
  },
  async 'see that something is broken'({ page }) {
    const incident = page.locator('.sso-incident', { hasText: 'CRM' })
    // All apps are counted in the background, and for the first time some seconds after the start.
    while ((await incident.count()) === 0) {
      await page.waitForTimeout(200)
      await page.reload()
    }
    expect(await incident.innerText()).toContain('Users can’t sign in to CRM')
    expect((await incident.boundingBox())?.y).toBeLessThan(200)
  },
  async 'explain a broken app'({ page, go, heading, main }) {
    await go(page.locator('.sso-incident', { hasText: 'CRM' }).getByRole('link', { name: 'Why' }))
    expect(await heading()).toMatch(/CRM.*return address/)
    expect(await main()).toContain('https://crm.acme.example/callback/')
  },
  async 'register an app and hand it over'({ page, go, press, fill, link, button, heading }) {
    await go(link('Clients'))
    await go(link('New client'))
    await fill('#name', 'Fleet')
    await fill('#client_id', 'fleet')
    await fill('#owner_email', 'fleet@acme.example')
    await press(page.locator('input[name="client_type"][value="confidential"]'))
    await fill('#redirect_uris', 'https://fleet.acme.example/callback')
    await go(button('Create client'))
    const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
    await press(page.locator('[data-sso-copy]:visible').last())
    await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('OIDC_'))
    expect(await copied()).toMatch(/OIDC_CLIENT_SECRET="?sso_dev_[A-Za-z0-9_-]{43}/)
    await go(link(/I’ve stored it/))
    expect(await heading()).toContain('Fleet')
  },
  async 'rotate a secret'({ suggested, go, link, button, main }) {
    await suggested('payroll', /Security/)
    await go(link('Rotate secret'))
    await go(button('Rotate secret'))
    expect(await main()).toContain('has a new secret')
  },
  async 'switch an app off'({ suggested, go, link, button, main }) {
    await suggested('payroll', /Lifecycle/)
    await go(link(/^Disable/))
    await go(button('Disable client'))
    expect(await main()).toContain('was disabled')
  },
  async 'connect a known app'({ suggested, go, fill, button, main }) {
    await suggested('nextc', /Connect .Nextcloud/)
    await fill('#app-url', 'https://nextcloud.acme.example')
    await go(button('Fill in'))
    await go(button('Create client'))
    expect(await main()).toContain('is registered')
  },
  async 'put an app behind the gate'({ page, go, press, fill, link, button, main }) {
    await go(link('Clients'))
    await go(link('New client'))
    await press(page.locator('input[name="client_type"][value="gate"]'))
    await fill('#name', 'Old wiki')
    await fill('#client_id', 'old-wiki')
    await fill('#owner_email', 'wiki@acme.example')
    await fill('#gate_url', 'https://old-wiki.acme.example')
    await go(button('Create client'))
    expect(await main()).toContain('is registered')
  },
  async 'limit an app to a role'({ page, suggested, go, press, button, main }) {
    await suggested('wiki', /Scopes and access/)
    await press(page.getByLabel('Only users with one of these roles'))
    await press(page.getByRole('checkbox', { name: /^finance · \d+$/ }))
    await go(button('Save changes'))
    expect(await main()).toContain('Users who lose access')
    await go(button('Limit access'))
    expect(await main()).toContain('were saved')
  },
  async 'see who can open an app'({ suggested, go, link, main }) {
    await suggested('wiki', /Scopes and access/)
    await go(link('Access review'))
    expect(await main()).toContain('finance')
  },
  async 'see what administrators changed'({ page, go, link }) {
    await go(link('Activity'))
    await go(link('Admin changes'))
    const rows = await page.locator('.sso-table tbody tr:not(.sso-table-group)').allInnerTexts()
    expect(rows.length).toBeGreaterThan(4)
    expect(rows.filter((row) => /Mira|Tomás/.test(row)).length).toBeGreaterThan(4)
  },
  async 'export the audit log'({ page, go, press, link }) {
    await go(link('Activity'))
    await press(page.locator('summary', { hasText: 'Export' }))
    const [download] = await Promise.all([page.waitForEvent('download'), press(link('CSV'))])
    expect(download.suggestedFilename()).toMatch(/\.csv$/)
  },
  async 'see what a token may do'({ world, search, enter, main }) {
    const user = world.idp.user({ username: ADMINISTRATOR.username, password: PASSWORD })
    const { access_token: token } = await user.signIn(world.idp.party(world.client), { scope: 'openid email' })
    await search(token)
    await enter()
    expect(await main()).toMatch(/Access token.*Valid.*See your email address/s)
  },
  async 'change logo and color'({ page, go, press, fill, link, button, main }) {
    await go(link('Appearance'))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(page.locator('#logo'))])
    const buffer = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0h8v8z"/></svg>',
    )
    await chooser.setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer })
    await fill('#accent', '#7a2e8e')
    await go(button('Publish'))
    expect(await main()).toContain('The appearance is published.')
  },
  async 'see what a withdrawn key breaks'({ go, link, main }) {
    await go(link('Signing keys'))
    await go(link('Withdraw…'))
    expect(await main()).toContain('Withdraw')
  },
}
