/** The blocks in the documents work as they are, with only the secret of each connector added. */
import { globSync, readFileSync } from 'node:fs'
import { secretVariable } from '../../lib/config/checks/upstreams.ts'
import { readEnvironment } from '../../lib/config/environment.ts'

const blocks = globSync('adapters/upstream/*.md').flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/```json\n([^]*?)```/g)].map(([, block = '']) => [file, block] as const),
)
interface Pasted {
  readonly login: { readonly upstreams: readonly { readonly id: string; readonly client_secret?: string }[] }
}
const connectorsIn = (block: string) => (JSON.parse(block) as Pasted).login.upstreams

it('there is a block for each provider', () => {
  const ids = blocks.flatMap(([, block]) => connectorsIn(block).map(({ id }) => id))
  expect(ids.toSorted()).toEqual(['company', 'entra', 'google', 'keycloak'])
})

it.each(blocks)('%s, block %#, is taken', (_file, block) => {
  const connectors = connectorsIn(block)
  const secrets = Object.fromEntries(connectors.map(({ id }) => [secretVariable(id), 'a-secret']))
  const base = { BASE_URL: 'https://id.example.com', PORTICO_SECRET: 'a-root-secret-of-thirty-two-characters' }
  const { configuration } = readEnvironment({ ...base, ...secrets, PORTICO_CONFIG: block }, () => '')
  expect(configuration.login.upstreams.map(({ id }) => id)).toEqual(connectors.map(({ id }) => id))
  expect(connectors.every(({ client_secret }) => client_secret === undefined)).toBe(true)
})

it('without its secret, or open to all, no block is accepted', () => {
  const [, block = ''] = blocks.find(([, text]) => text.includes('"google"')) ?? []
  const env = { BASE_URL: 'https://id.example.com', PORTICO_SECRET: 'a-root-secret-of-thirty-two-characters' }
  const read = (config: string, secret?: string) => () =>
    readEnvironment({ ...env, PORTICO_CONFIG: config, UPSTREAM_GOOGLE_CLIENT_SECRET: secret }, () => '')
  expect(read(block)).toThrow(/client_secret/)
  expect(read(block.replace(/,\s*"require": \{[^}]*\}/, ''), 'a-secret')).toThrow(/require/)
})
