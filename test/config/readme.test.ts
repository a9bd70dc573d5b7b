/** The README of the configuration says what the schema says. */
import { readdirSync, readFileSync } from 'node:fs'
import { CONFIGURATION_SCHEMA, DEPLOYMENT_SCHEMA } from '../../lib/config/schema.ts'
import { settingsOf } from '../../lib/config/setting-schema.ts'
import { configurationTable, withConfigurationTable } from '../../lib/config/table.ts'

const readme = readFileSync('lib/config/README.md', 'utf8')

describe('lib/config/README.md', () => {
  it('has the table of today; see "All keys" in it for how to write it again', () => {
    expect(withConfigurationTable(readme)).toBe(readme)
    expect(readme).toContain(configurationTable())
  })

  it('has every key', () => {
    const paths = [CONFIGURATION_SCHEMA, DEPLOYMENT_SCHEMA]
      .flatMap((schema) => settingsOf(schema))
      .map(({ path }) => path)
    const missing = paths.filter((path) => !readme.includes(`| \`${path}\` |`))
    // Both numbers of a limit stand in the row of the limit.
    expect(missing.filter((path) => !/\.(limit|windowSeconds)$/.test(path))).toEqual([])
  })

  it('names every file of its folder', () => {
    const files = readdirSync('lib/config').filter((file) => file.endsWith('.ts'))
    expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([])
  })

  it('is refused when its marks are gone', () => {
    expect(() => withConfigurationTable('# Configuration')).toThrow('marks')
  })
})
