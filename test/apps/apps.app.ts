/**
 * Each named library from its registry, in the version pinned here, unmodified, with the block pasted as it is: a denied consent is
 * shown, a user signs in and is named, tokens are refreshed twice, and the user signs out at both.
 */
import { APPS } from './libraries.ts'
import { tells } from './story.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

describe.each(APPS)('$library', (tried) => tells(tried, () => world))
