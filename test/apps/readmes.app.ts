/**
 * The README of each of the ten most used clients, followed without our block: what its developer sees, and that the
 * page one click away names the cure. README.md has the same table, for readers.
 */
import { readFileSync } from 'node:fs'
import { type Explanation, type FirstSignIn, firstSignIn, readExplanation } from './readmes/first-sign-in.ts'
import { README_APPS } from './readmes/readme-apps.ts'
import { type ReadmeRow, rowOf, TABLE } from './readmes/table.ts'
import { versionOf } from './readmes/versions.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Code is between backticks in the table, and in separate elements on the page. */
const shown = ({ cure }: ReadmeRow): string => cure.replaceAll('`', '')

describe.each(TABLE)('the README of $library', (row) => {
  let seen: FirstSignIn
  let explanation: Explanation
  beforeAll(async () => {
    seen = await firstSignIn(world, README_APPS[row.library], row.seen)
    if (seen.link !== undefined) explanation = await readExplanation(world, seen.link.href)
  })

  it('is that of the version in the table', () => {
    expect(versionOf(row.library)).toBe(row.version)
  })

  it('leads to the results of the table', () => {
    expect(seen[row.seenIn]).toContain(row.seen)
  })

  it('and from there, in one click, to the page that names the cure', () => {
    expect(seen.link?.in).toBe(row.linkIn)
    expect(explanation.ref).toBe(row.page)
    expect(explanation.cures[row.library]).toContain(shown(row))
  })

  it('which leads on to whatever is still missing then', async () => {
    for (const next of row.next) {
      const href = `${world.idp.issuer}/errors/${next}`
      expect(explanation.links).toContain(href)
      expect(Object.keys((await readExplanation(world, href)).cures)).toContain(row.library)
    }
  })
})

it('README.md has these rows', () => {
  const rows = readFileSync('test/apps/README.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(1)
  expect(rows).toEqual(TABLE.map(rowOf))
})
