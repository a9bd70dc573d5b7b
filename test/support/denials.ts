/** The denials that most tests expect: status, code and, if given, cause. */
import { expectError } from './expect.ts'
import type { Answer } from './http.ts'

const denial =
  (status: number, code: string) =>
  (answer: Answer, ref?: string): void =>
    expectError(answer, status, code, ref)

/** Beyond a limit (D-G7): a retry works within the minute. */
export function expectTooMany(answer: Answer): void {
  expectError(answer, 429, 'too_many_attempts', 'too_many_attempts')
  const retryAfter = answer.headers['retry-after'] ?? ''
  expect(retryAfter).toMatch(/^\d+$/)
  expect(Number(retryAfter)).toBeGreaterThanOrEqual(1)
  expect(Number(retryAfter)).toBeLessThanOrEqual(60)
}

export const expectDenied = {
  request: denial(400, 'invalid_request'),
  grant: denial(400, 'invalid_grant'),
  client: denial(401, 'invalid_client'),
  token: denial(401, 'invalid_token'),
}
