/** The settings page: every value with its source, and no secret. */
import { readEnvironment } from '../../lib/config/environment.ts'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import { listSettings } from '../../lib/config/settings-list.ts'
import { ACCOUNT, CLIENT, SECRET } from './issues.ts'

const settings = {
  secret: [SECRET, SECRET.toLowerCase()],
  clients: [{ ...CLIENT, client_type: 'confidential', client_secret: SECRET }],
  accounts: [ACCOUNT],
  rateLimits: false,
}
const env = { TRUST_PROXY: '1', PORTICO_CONFIG: JSON.stringify(settings) }
const { configuration, sources } = readEnvironment(env, () => '', { theme: { productName: 'X' } })
const lines = listSettings(configuration, sources)
const line = (path: string) => lines.find((entry) => entry.path === path)

it('names value, source and meaning', () => {
  expect(line('trustProxy')).toMatchObject({
    value: '1',
    source: { from: 'env', name: 'TRUST_PROXY' },
    description: expect.stringContaining('proxies'),
  })
  expect(line('theme.productName')).toMatchObject({ value: '"X"', source: { from: 'code' } })
  expect(line('lifetimes.accessToken')).toMatchObject({ value: '900', source: { from: 'default' } })
  expect(line('theme.logo')).toMatchObject({ value: undefined, source: { from: 'default' } })
})

it('shows limits that are switched off in one line', () => {
  expect(line('rateLimits')).toMatchObject({ value: 'false', source: { from: 'file', name: 'PORTICO_CONFIG' } })
  expect(lines.filter(({ path }) => path.startsWith('rateLimits'))).toHaveLength(1)
})

it('counts secrets, clients and accounts, and shows none', () => {
  expect([line('secret')?.value, line('clients')?.value, line('accounts')?.value]).toEqual([
    '(2, hidden)',
    '(1)',
    '(1)',
  ])
  const text = JSON.stringify(lines)
  for (const secret of [SECRET, SECRET.toLowerCase(), ACCOUNT.password]) expect(text).not.toContain(secret)
})

it('leaves nothing out', () => {
  expect(lines).toHaveLength(new Set(lines.map(({ path }) => path)).size)
  const groups = new Set(lines.map(({ path }) => path.split('.')[0]))
  expect([...groups].sort()).toEqual(Object.keys(CONFIGURATION_SCHEMA.properties).sort())
})
