/** Every page in every state, in three files of similar duration: each takes the fixtures whose names begin as theirs. */
import { filled } from '../support/filled.ts'
import { FIXTURES } from '../web/ui/fixtures.tsx'
import { openPages } from './shown-pages.ts'

const PARTS = {
  clientsAndPortal: /^(?:client|portal)-/,
  panel: /^(?:operations|users?|panel)-/,
  /** Sign-in and sign-out, second steps, recovery, errors: what is in no other part. */
  rest: /^(?!(?:client|portal|operations|users?|panel)-)/,
}

export function testEveryState(part: keyof typeof PARTS): void {
  const pages = filled(beforeAll, openPages)
  const names = FIXTURES.map(({ name }) => name).filter((name) => PARTS[part].test(name))
  it.concurrent.each(names)(
    '%s breaks no accessibility rule and no policy, fits 320 px, and is used by keyboard',
    async (name) => {
      await Promise.all([pages.expectWide(name), pages.expectNarrow(name), pages.expectLong(name)])
    },
  )
}
