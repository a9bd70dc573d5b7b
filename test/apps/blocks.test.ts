/** The block of one library that the project has itself, pasted as it is; `npm run test:apps` does the same with all of them. */
import { STARTING_MS } from '../support/patience.ts'
import { APPS } from './libraries.ts'
import { tells } from './story.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
}, STARTING_MS)
afterAll(() => world.close())

const [tried] = APPS.filter(({ library }) => library === 'openid-client')
if (tried === undefined) throw new Error('openid-client is not among the libraries')

describe.each(['confidential', 'public'] as const)('openid-client as a %s client', (type) => {
  tells({ ...tried, type, installed: 'own' }, () => world)
})
