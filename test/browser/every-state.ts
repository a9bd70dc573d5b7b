/** Every page in every state, in three files of similar duration: each takes the fixtures with its initial letters. */
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { FIRST_STATES, openPages } from './shown-pages.ts'

const PARTS = {
  clientsAndPortal: /^(?:client|portal)-/,
  panel: /^(?:operations|users?)-/,
  /** Sign-in and sign-out, second steps, recovery, errors: what is in no other part. */
  rest: /^(?!(?:client|portal|operations|users?)-)/,
}

export async function testEveryState(part: keyof typeof PARTS): Promise<void> {
  const pages = await openPages()
  const names = FIXTURES.map(({ name }) => name).filter((name) => PARTS[part].test(name))
  it.concurrent.each(names)(
    '%s breaks no accessibility rule and no policy, fits 320 px, and is used by keyboard',
    async (name) => {
      const wide = FIRST_STATES.has(name) ? undefined : pages.expectWide(name)
      await Promise.all([wide, pages.expectNarrow(name), pages.expectLong(name)])
    },
  )
}
