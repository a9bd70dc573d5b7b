/** No text of a request blocks the process, and no expression takes more than linear time in the engine. */
import { CSS_MAX, rewriteCss } from '../../policies/harmless-css.ts'
import { withoutCredentials } from '../../policies/untrusted-text.ts'
import { pumped, pumpsOf } from '../structure/expressions/expression-pumps.ts'
import { writtenExpressions } from '../structure/expressions/written.ts'
import type { Message } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { PUMPED } from '../support/pumped-requests.ts'

const BLOCKED_MS = 100

/** Milliseconds of the quickest of several tries, or of the first that is quick enough. */
async function least(work: () => unknown, enough: number, tries: number): Promise<number> {
  let best = Infinity
  for (let turn = 0; turn < tries && best > enough; turn += 1) {
    const startedAt = performance.now()
    await work()
    best = Math.min(best, performance.now() - startedAt)
  }
  return best
}

it('every header and parameter of every route', async () => {
  const idp = await startIdp({ options: { trustProxy: 1 } })
  const slow: unknown[] = []
  for (const [path, message] of PUMPED) {
    const ms = await least(() => idp.send(path, message), BLOCKED_MS, 6)
    if (ms > BLOCKED_MS) slow.push([ms, path.slice(0, 60), Object.keys(message.headers ?? {})])
  }
  expect(slow).toEqual([])
})

it('the page of a request past its limit', async () => {
  const idp = await startIdp({ options: { rateLimits: { authorize: { limit: 1 } } } })
  const message: Message = { headers: { accept: 'text/html', 'accept-language': `a${' '.repeat(14_000)}b` } }
  await idp.send('/authorize', message)
  expect((await idp.send('/authorize', message)).status).toBe(429)
  expect(await least(() => idp.send('/authorize', message), BLOCKED_MS, 6)).toBeLessThanOrEqual(BLOCKED_MS)
})

it.each(['a', 'a.', 'a@', 'a://', 'A://:', '@://a/'])('the text of an error that consists of %j', async (part) =>
  expect(await least(() => withoutCredentials(part.repeat(100_000)), 20, 3)).toBeLessThan(BLOCKED_MS),
)

it.each([
  '/*',
  '*/',
  '{',
  '}',
  ';',
  '.',
  '>',
  '.a>',
  ':',
  ',',
  ' ',
  '\n',
  '@media and ',
  '.sso-card{',
  'gap:0;',
  '(',
  '-',
])('CSS that consists of %j', async (part) =>
  expect(
    await least(
      () =>
        ['', '.sso-card{', '.sso-card{gap:'].map((start) =>
          rewriteCss((start + part.repeat(CSS_MAX)).slice(0, CSS_MAX)),
        ),
      20,
      3,
    ),
  ).toBeLessThan(BLOCKED_MS),
)

it('every expression with a repetition, at 16 KiB', async () => {
  const search = (expression: RegExp, text: string) => (): unknown => text.replace(expression, '')
  const slow: unknown[] = []
  for (const { file, expression } of writtenExpressions())
    for (const pump of pumpsOf(expression)) {
      const ms = await least(search(expression, pumped(pump, 16_384)), 3, 3)
      if (ms <= 3) continue
      const quarter = await least(search(expression, pumped(pump, 4_096)), 0, 5)
      const whole = await least(search(expression, pumped(pump, 16_384)), 0, 5)
      if (whole > 8 * quarter) slow.push([file, String(expression), pump, quarter, whole])
    }
  expect(slow).toEqual([])
})
