/** The README of each client, followed without our block, and then with the lines of the pages one click away. */
import { curesOf, topicsOf } from '../../lib/protocol/endpoints/library-cures.ts'
import {
  type Explanation,
  type FirstSignIn,
  firstSignIn,
  readExplanation,
  signInFixed,
} from './readmes/first-sign-in.ts'
import { README_APPS } from './readmes/readme-apps.ts'
import { type ReadmeRow, TABLE, WORKING } from './readmes/table.ts'
import { versionOf } from './readmes/versions.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Code is between backticks in the data, and in separate elements on the page. */
const shown = ({ library, page }: ReadmeRow): string =>
  (curesOf(topicsOf(page)).find((cure) => cure.library === library)?.cure ?? 'no line').replaceAll('`', '')
const isTried = (name: string): boolean =>
  curesOf(['nonce', 'pkce', 'scope', 'redirect_uri']).some(
    ({ library, checked }) => library === name && checked === 'tried',
  )

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

it.each(TABLE.filter(({ library }) => isTried(library)).map(({ library }) => library))(
  '%s signs a user in with its lines',
  async (library) => {
    await signInFixed(world, README_APPS[library])
  },
)

it.each(WORKING)('%s signs a user in as its README has it', async (library) => {
  await signInFixed(world, README_APPS[library])
})
