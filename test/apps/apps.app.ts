/**
 * Each named library from its registry, in the pinned version, unmodified, with the block pasted unchanged: a denied
 * consent is shown, a user signs in and is named, tokens are refreshed twice where the block does that, and the user
 * signs out at both.
 */
import { APPS } from './libraries.ts'
import { describeApp } from './story.ts'
import { startWorld, type World } from './world.ts'

let [usual, hurried]: (World | undefined)[] = []
beforeAll(async () => {
  usual = await startWorld()
  hurried = await startWorld({ options: { lifetimes: { accessToken: 20 } } })
})
afterAll(async () => {
  await usual?.close()
  await hurried?.close()
})

describe.each(APPS)('$library', (tried) =>
  describeApp(tried, () => (tried.accessToken === 'ends soon' ? hurried : usual) as World),
)
