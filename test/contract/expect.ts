/** The few comparisons that a contract needs, under any test runner: `expect(actual).toEqual(expected)`. */
import { AssertionError, deepStrictEqual, strictEqual } from 'node:assert'

/** Without members that are undefined and without prototypes, which say nothing about the data. */
function plain(value: unknown): unknown {
  // A list of another realm, as in Jest, would stay one.
  if (Array.isArray(value)) return Array.from(value, plain)
  if (typeof value !== 'object' || value === null || value instanceof Error) return value
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]))
}

const size = (value: unknown): unknown => (value as ArrayLike<unknown> | undefined)?.length

export function expect(actual: unknown) {
  const compare = (holds: (actual: number) => boolean, operator: string, expected: unknown): void => {
    if (typeof actual !== 'number' || !holds(actual))
      throw new AssertionError({
        message: `Expected ${operator} ${expected}, found ${actual}`,
        actual,
        expected,
        operator,
      })
  }
  return {
    toBe: (expected: unknown) => strictEqual(actual, expected),
    toBeUndefined: () => strictEqual(actual, undefined),
    toEqual: (expected: unknown) => deepStrictEqual(plain(actual), plain(expected)),
    toHaveLength: (expected: number) => strictEqual(size(actual), expected),
    toBeGreaterThan: (least: number) => compare((value) => value > least, 'more than', least),
    toBeAtLeast: (least: number) => compare((value) => value >= least, 'at least', least),
    toBeAtMost: (most: number) => compare((value) => value <= most, 'at most', most),
  }
}
