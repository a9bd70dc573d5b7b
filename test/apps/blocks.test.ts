/** The block of one library that the project has itself, pasted as it is; `npm run test:apps` does the same with all of them. */
import { readFileSync } from 'node:fs'
import { checkedOf, LIBRARY_FORMATS } from '../../lib/domain/clients/blocks/formats.ts'
import { APPS } from './libraries.ts'
import { tells } from './story.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const [tried] = APPS.filter(({ library }) => library === 'openid-client')
if (tried === undefined) throw new Error('openid-client is not among the libraries')

describe.each(['confidential', 'public'] as const)('openid-client as a %s client', (type) => {
  tells({ ...tried, type, installed: 'own' }, () => world)
})

it('a block that says it was tried is run by one of the suites here, and only such a one', () => {
  const suites = ['libraries.ts', 'resource-servers.app.ts']
    .map((name) => readFileSync(`test/apps/${name}`, 'utf8'))
    .join('\n')
  const run = new Set([...suites.matchAll(/format: '([\w-]+)'/g)].map(([, format]) => format))
  expect(LIBRARY_FORMATS.filter((format) => checkedOf(format) === 'tried').toSorted()).toEqual([...run].toSorted())
})
