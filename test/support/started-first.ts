import type { Idp } from './idp.ts'

/** The service that is started before the tests of the block. They and its hooks may use it, what the block itself runs may not. */
export function startedFirst(start: () => Promise<Idp>): Idp {
  const idp = {} as Idp
  beforeAll(async () => {
    Object.assign(idp, await start())
  })
  return idp
}
