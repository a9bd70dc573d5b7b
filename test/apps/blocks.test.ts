/** The block of one library, pasted unchanged; `npm run test:apps` does the same with all of them. */
import { readFileSync } from 'node:fs'
import { FORMATS, LIBRARY_FORMATS } from '../../lib/domain/clients/blocks/formats.ts'
import {
  CATALOGUE,
  CATALOGUE_IDS,
  type CatalogueId,
  CONNECTED_APP_IDS,
} from '../../lib/domain/clients/catalogue/catalogue.ts'
import { curesOf, TOPICS } from '../../lib/protocol/endpoints/library-cures.ts'
import { README_ROWS } from '../structure/tables/readmes.ts'
import { API_LIBRARIES } from './apis.ts'
import { KNOWN_APPS } from './known-apps.ts'
import { APPS } from './libraries.ts'
import { TABLE, WORKING } from './readmes/table.ts'
import { describeApp } from './story.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const [tried] = APPS.filter(({ library }) => library === 'openid-client')
if (tried === undefined) throw new Error('openid-client is not among the libraries')

describe.each(['confidential', 'public'] as const)('openid-client as a %s client', (type) => {
  describeApp({ ...tried, type, installed: 'own' }, () => world)
})

it('a block that is marked as tried is run by one of the suites here, and no other is marked', () => {
  const others = readFileSync('test/apps/resource-servers.app.ts', 'utf8').matchAll(/format: '([\w-]+)'/g)
  const run = new Set<string>([...APPS.map(({ format }) => format), ...[...others].map(([, format = '']) => format)])
  const tried = LIBRARY_FORMATS.filter((format) => FORMATS[format].checked === 'tried')
  expect(tried.toSorted()).toEqual([...run].toSorted())
})

it('a line that is marked as tried belongs to a library that the READMEs run, in that version', () => {
  const versions = new Map<string, string>(TABLE.map(({ library, version }) => [library, version]))
  // resource-servers.app.ts runs the others.
  const others: readonly string[] = [...WORKING, ...API_LIBRARIES, 'Spring Security']
  for (const { library, version, checked } of TOPICS.flatMap((topic) => curesOf([topic])))
    if (checked === 'tried' && !others.includes(library))
      expect([library, version]).toEqual([library, versions.get(library)])
})

it('44 of 50 clients that are run have their line one click away', () => {
  expect(README_ROWS.length).toBeGreaterThanOrEqual(50)
  expect(TABLE.length).toBeGreaterThanOrEqual(44)
})

it('at least 12 apps of the catalog that come by OpenID Connect are tried', () => {
  expect(CONNECTED_APP_IDS.filter((id) => CATALOGUE[id].checked === 'tried').length).toBeGreaterThanOrEqual(12)
})

/** Debian chooses their version. */
const OF_DEBIAN = ['dovecot', 'mod-auth-openidc', 'prometheus']

it('an app of the catalog that is marked as tried is run in that version, and no other is marked', () => {
  const pinsOf = new Map<string, string>([
    ['oauth2-proxy', 'test/apps/go/go.mod'],
    ['miniflux', 'test/apps/known/miniflux/go.mod'],
    ...KNOWN_APPS.map(({ id }) => [id, `test/apps/known/${id}/requirements.txt`] as const),
    ['keycloak', 'test/apps/known/keycloak/install.sh'],
  ])
  const tried = CATALOGUE_IDS.filter((id) => CATALOGUE[id].checked === 'tried')
  expect(tried.toSorted()).toEqual([...pinsOf.keys(), ...OF_DEBIAN].toSorted())
  const unpinned = [...pinsOf].flatMap(([id, file]) => {
    const pins = readFileSync(file, 'utf8')
    const versions = CATALOGUE[id as CatalogueId].version.match(/\d+(?:\.\d+)+/g) ?? ['none']
    return versions
      .filter(
        (version) =>
          !pins.includes(`==${version}\n`) && !pins.includes(` v${version} `) && !pins.includes(`:${version}:`),
      )
      .map((version) => [id, version])
  })
  expect(unpinned).toEqual([])
})
