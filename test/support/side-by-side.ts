import { format } from 'node:util'

type Work<Case extends readonly unknown[]> = (
  ...given: Case extends readonly [...infer Given] ? Given : never
) => Promise<void>

export interface SideBySide {
  (name: string, work: Work<[]>): void
  /** As jest's `it.each`: the name with the values of each case. */
  each<const Case extends readonly unknown[]>(cases: readonly Case[], name: string, work: Work<Case>): void
}

/**
 * Tests that run at the same time, after all that is to be done before. Jest's own concurrent tests may load nothing any more when the
 * first of them has ended, and the service loads much when it is needed.
 *
 * @param ms all of them together
 */
export function sideBySide(ms: number): SideBySide {
  const works = new Map<string, Work<[]>>()
  const results = new Map<string, Promise<void>>()
  beforeAll(async () => {
    for (const [name, work] of works) results.set(name, work())
    await Promise.allSettled(results.values())
  }, ms)
  const add = (name: string, work: Work<[]>): void => {
    works.set(name, work)
    it(name, () => results.get(name) ?? Promise.reject(new Error('it was not begun')))
  }
  return Object.assign(add, {
    each: <const Case extends readonly unknown[]>(cases: readonly Case[], name: string, work: Work<Case>) => {
      const values = name.match(/%[sd]/g)?.length ?? 0
      for (const one of cases) add(format(name, ...one.slice(0, values)), () => work(...(one as never)))
    },
  })
}
