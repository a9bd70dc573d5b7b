/** The catalog is data that administrators paste: each entry can be registered, is complete, and only sets values. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { blockParts, environmentBlock } from '../../lib/domain/clients/blocks/environment-block.ts'
import {
  type EnvironmentFormat,
  environmentFormats,
  formatsComingBackTo,
  unfitReason,
} from '../../lib/domain/clients/blocks/formats.ts'
import { PLACE } from '../../lib/domain/clients/blocks/render.ts'
import { valuesOf } from '../../lib/domain/clients/blocks/values.ts'
import {
  appRegistration,
  CATALOGUE,
  CATALOGUE_IDS,
  CONNECTED_APP_IDS,
  connectedApp,
} from '../../lib/domain/clients/catalogue/catalogue.ts'
import { CLIENT_ID } from '../../policies/client-registration.ts'
import { redirectUriIssues, sharesOrigin } from '../../policies/redirect-uri.ts'
import { SCOPES } from '../../policies/scopes.ts'

const ADDRESS = 'https://apps.example.com/mounted'
const WITH_SETTINGS = CONNECTED_APP_IDS.filter((id) => connectedApp(id).settings.length > 0)

const blockOf = (id: (typeof CONNECTED_APP_IDS)[number], secret: string | undefined, more: object = {}) => {
  const registration = appRegistration(id, ADDRESS)
  if (registration === undefined || registration.type === 'gate') throw new Error(id)
  const client = { ...registration, type: registration.type, ...more }
  return { client, issuer: 'https://sso.example.com/path', secret, at: new Date(0) }
}

it('has the 55 apps that the documents speak of, each with what is known of it', () => {
  expect(CATALOGUE_IDS.length).toBe(55)
  for (const id of CATALOGUE_IDS) {
    expect(id).toMatch(CLIENT_ID)
    const { name, version, checked } = CATALOGUE[id]
    expect([name, version]).toEqual([expect.stringMatching(/^\S.{1,40}$/), expect.stringMatching(/\S/)])
    expect(['tried', 'read']).toContain(checked)
  }
  expect(new Set(CATALOGUE_IDS.map((id) => CATALOGUE[id].name)).size).toBe(CATALOGUE_IDS.length)
})

it.each(['connected-apps', 'gated-apps'])('%s.json fits its schema', (name) => {
  const [data, schema] = [name, `${name}.schema`].map((file) =>
    JSON.parse(readFileSync(`lib/domain/clients/catalogue/${file}.json`, 'utf8')),
  )
  const ajv = new Ajv({ allErrors: true })
  ajv.validate(schema, data)
  expect(ajv.errors).toBeNull()
})

it.each(CATALOGUE_IDS.filter((id) => CATALOGUE[id].way === 'gate'))('%s states why it goes behind the gate', (id) => {
  const app = CATALOGUE[id]
  if (app.way !== 'gate') throw new Error(id)
  expect(app.why).toMatch(/^(?:sends|has|uses) .*[^.]$/)
  const gateUrl = new URL(ADDRESS).origin
  expect(appRegistration(id, ADDRESS)).toMatchObject({ type: 'gate', gateUrl, redirectUris: [] })
})

describe.each(CONNECTED_APP_IDS)('%s', (id) => {
  it('is registered with addresses and scopes that may be registered', () => {
    const registration = appRegistration(id, ADDRESS)
    const { redirectUris = [], postLogoutRedirectUris = [], environment = 'live', scopes = [] } = registration ?? {}
    expect(redirectUris.length).toBeGreaterThan(0)
    for (const uri of [...redirectUris, ...postLogoutRedirectUris])
      expect(redirectUriIssues(uri, environment)).toEqual([])
    for (const uri of postLogoutRedirectUris) expect(sharesOrigin(uri, redirectUris)).toBe(true)
    expect(scopes.filter((scope) => !(SCOPES as readonly string[]).includes(scope))).toEqual([])
    expect(scopes).toContain('openid')
  })
})

describe.each(WITH_SETTINGS)('the block of %s', (id) => {
  it('is the first that is offered for its client, and for no other', () => {
    const { client } = blockOf(id, 'sso_live_x')
    expect(environmentFormats(client)[0]).toBe(id)
    expect(formatsComingBackTo(client.redirectUris[0] ?? '')).toContain(id)
    expect(unfitReason({ ...client, redirectUris: ['https://apps.example.com/other?x=1'] }, id)).toContain('returns to')
  })

  it('has every value in its place, and the secret once', () => {
    const text = environmentBlock(blockOf(id, 'sso_live_secret-value'), id)
    const settings = text
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n')
    const values = valuesOf(blockOf(id, 'sso_live_secret-value'))
    expect([...settings.matchAll(PLACE)].filter(([, name = '']) => name in values)).toEqual([])
    expect(settings).toContain('https://sso.example.com/path')
    expect(settings).toContain(id)
    expect(text.split('sso_live_secret-value').length - 1).toBe(connectedApp(id).type === 'public' ? 0 : 1)
    expect(text.includes('# from its documentation, not tried')).toBe(connectedApp(id).checked === 'read')
  })

  it('without the secret states how to get a new one', () => {
    const text = environmentBlock(blockOf(id, undefined), id)
    if (connectedApp(id).type === 'public') expect(text).not.toMatch(/NEW-SECRET/)
    else
      expect(text).toMatch(
        new RegExp(`^# [\\w-]+ was shown once, when it was made; a new one: portico client rotate-secret ${id}$`, 'm'),
      )
  })

  it('gives an odd address no way out of its quotes', () => {
    const odd = "https://apps.example.com/'$(id)`x`;|"
    const block = blockOf(id, 'x'.repeat(40), { redirectUris: [odd], postLogoutRedirectUris: [odd] })
    const settings = environmentBlock(block, id)
      .split('\n')
      .filter((line) => !line.startsWith('#'))
      .join('\n')
    expect(settings).not.toMatch(/'\$|\$\(id|`x|;\|/)
    const shown = connectedApp(id).settings.some((line) => /\{(?:redirect_uri|signed_out_uri)\}/.test(line))
    if (shown) expect(settings).toContain('https://apps.example.com/%27%24%28id%29%60x%60%3B%7C')
  })

  it('is one part, for the place that it names', () => {
    const [part, ...others] = blockParts(blockOf(id, 'sso_live_x'), id as EnvironmentFormat)
    const { settingsIn } = connectedApp(id)
    expect([part?.file, part?.kind, others]).toEqual([settingsIn, settingsIn === '.env' ? 'variables' : 'file', []])
  })
})

it.each(['', 'apps.example.com', 'javascript:alert(1)', 'ftp://apps.example.com'])(
  '%j is no address of an app',
  (address) => expect(appRegistration('gitlab', address)).toBeUndefined(),
)
