/** A new client that begins with an app of the catalog: what is filled in, registered, and offered to paste. */
import type { Page } from '../support/browser.ts'
import { formTo, secretOn, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { pageOf } from './portal-visitor.ts'

const { idp, admin } = await runningPanel({ clients: [], gate: { headers: { name: 'X-Staff-Name' } } })

const begin = (app: string, url: string) => admin.open(`/clients/new?${new URLSearchParams({ app, url })}`)

/** Sends the form as it stands there: what its text areas hold too. */
function send(page: Page, fields: Readonly<Record<string, string>>) {
  const areas = page.answer.text.matchAll(/<textarea[^>]* name="(\w+)"[^>]*>([^<]*)</g)
  return admin.send(page, '/clients', {
    ...Object.fromEntries([...areas].map(([, name = '', text = '']) => [name, text])),
    ...fields,
  })
}

it('fills in name, id, addresses, scopes and the block, and registers what the app needs in its ID token', async () => {
  const page = await begin('nextcloud', 'https://cloud.example.com/')
  const { fields } = formTo(page, '/clients')
  expect(fields).toMatchObject({
    app: 'nextcloud',
    name: 'Nextcloud',
    client_id: 'nextcloud',
    backchannel_logout_uri: 'https://cloud.example.com/index.php/apps/user_oidc/backchannel-logout/sso',
  })
  expect(page.answer.text).toContain('occ user_oidc:provider sso')
  expect(textIn(page.answer.text)).toContain(
    'Based on documentation and source as of 2026-11; not tested (app user_oidc 8).',
  )
  const created = await send(page, { owner_email: 'owner@example.com' })
  expect(created.answer.status).toBe(200)
  expect(created.answer.text).toContain(`--clientsecret=&quot;${secretOn(created)}&quot;`)
  await expect(idp.portico.clients.find('nextcloud')).resolves.toMatchObject({
    environment: 'live',
    idTokenClaims: 'scopes',
    redirectUris: [
      'https://cloud.example.com/apps/user_oidc/code',
      'https://cloud.example.com/index.php/apps/user_oidc/code',
    ],
    postLogoutRedirectUris: ['https://cloud.example.com/'],
    scopes: ['openid', 'profile', 'email'],
  })
})

it('keeps the app when the form comes back with issues', async () => {
  const page = await begin('vault', 'https://vault.example.com')
  const again = await send(page, { owner_email: 'unknown' })
  expect(again.answer.status).toBe(422)
  expect(formTo(pageOf(again), '/clients').fields).toMatchObject({ app: 'vault', client_id: 'vault' })
  expect(again.answer.text).toContain('jwt_supported_algs')
})

it('explains why an app is unsupported, fills in a gated one, and shows how to make it accept the headers', async () => {
  const page = await begin('grafana', 'https://grafana.example.com/')
  expect(textIn(page.answer.text)).toContain('Grafana sends no nonce.')
  expect(page.answer.text).toContain('header_name = Remote-User')
  // As the headers are named in the configuration.
  expect(page.answer.text).toContain('headers = Name:X-Staff-Name Email:Remote-Email')
  expect(formTo(page, '/clients').fields).toMatchObject({ gate_url: 'https://grafana.example.com' })
  const created = await send(page, { owner_email: 'owner@example.com' })
  expect(created.answer.status).toBe(200)
  await expect(idp.portico.clients.find('grafana')).resolves.toMatchObject({
    gate: { url: 'https://grafana.example.com' },
  })
})

it.each([
  ['without its address', 'gitlab', '', 'App URL must be a full URL'],
  ['at an address that is none', 'gitlab', 'javascript:alert(1)', 'App URL must be a full URL'],
  ['that is unknown', 'fortran', 'https://a.example', 'Choose an app'],
  ['that was not chosen', '', 'https://a.example', 'Choose an app'],
])('an app %s is asked for again', async (_, app, url, words) => {
  const page = await begin(app, url)
  expect([page.answer.status, textIn(page.answer.text)]).toEqual([422, expect.stringContaining(words)])
  expect(formTo(page, '/clients').fields).toMatchObject({ client_id: '' })
})

it('offers only apps of the catalog, and validates what is sent as one of them', async () => {
  const page = await admin.open('/clients/new')
  expect(page.answer.text).toContain('GitLab')
  const created = await admin.send(page, '/clients', {
    app: '__proto__',
    name: 'Odd',
    client_id: 'odd',
    owner_email: 'owner@example.com',
    client_type: 'confidential',
    environment: 'development',
    redirect_uris: 'https://odd.example/cb',
  })
  expect(created.answer.status).toBe(200)
  await expect(idp.portico.clients.find('odd')).resolves.not.toHaveProperty('idTokenClaims')
})
