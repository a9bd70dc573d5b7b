/** The README of the configuration has the content of the schema. */
import { readdirSync, readFileSync } from 'node:fs'
import { CONFIGURATION_SCHEMA } from '../../lib/config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../lib/config/schema/deployment-schema.json' with { type: 'json' }
import { settingsOf } from '../../lib/config/schema/setting-schema.ts'

const readme = readFileSync('lib/config/README.md', 'utf8')

it('has every key', () => {
  const paths = settingsOf(CONFIGURATION_SCHEMA).map(({ path }) => path)
  const missing = paths.filter((path) => ![': ', ' ('].some((after) => readme.includes(`\n- \`${path}\`${after}`)))
  // The entry of a limit contains both its numbers.
  expect(missing.filter((path) => !/\.(limit|windowSeconds)$/.test(path))).toEqual([])
})

it('leaves the variables of the process to the page that has every one', () => {
  const page = readFileSync('examples/reference/README.md', 'utf8')
  const variables = settingsOf(DEPLOYMENT_SCHEMA).map(({ schema: { env } }) => env)
  expect(variables.filter((name) => !page.includes(`\n- \`${name}\` (`))).toEqual([])
})

it('names every folder and file next to it', () => {
  const entries = readdirSync('lib/config', { withFileTypes: true }).filter(({ name }) => name !== 'README.md')
  const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  expect(names.filter((name) => !readme.includes(`\`${name}\``))).toEqual([])
})
