/** A backtracking engine may take quadratic time or worse. The product's expressions must be linear. */
import { pumpsOf } from './expressions/expression-pumps.ts'
import { superlinearPump } from './expressions/growth.ts'
import { writtenExpressions } from './expressions/written.ts'
import { readCode, sourceFiles } from './sources.ts'

it.each([
  [/\s*;\s*/],
  [/\bVersion\/[\d.]+.*\bSafari\//],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/?#'"<>]*@/gi],
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s:@'"<>]*:[^\s'"<>]*@/gi],
  [/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/],
  [/^-+|-+$/g],
  [/<(script|style)\b(?:[^"'>]|"[^"]*")*>/i],
  [/^(?:a|a)*$/],
  [/^(ab)*(ab)*$/],
  [/(?=.*b)a/g],
])('growth is found where it is: %s', (expression) => expect(superlinearPump(expression)).toBeDefined())

it('every expression with a repetition takes linear time', () => {
  const written = writtenExpressions()
  expect(written.length).toBeGreaterThan(190)
  const slow = written.flatMap(({ file, expression }) => {
    const pump = superlinearPump(expression)
    return pump === undefined ? [] : [{ file, expression: String(expression), pump }]
  })
  expect(slow).toEqual([])
  // Every expression has a pump.
  expect(written.filter(({ expression }) => pumpsOf(expression).length === 0)).toEqual([])
})

it('a header that is searched is read in one place, as far as it is searched', () => {
  const read = /headers(?:\.accept\b|\['(?:accept-encoding|accept-language|content-type|if-none-match|user-agent)'\])/
  const rooms = sourceFiles(['lib/apps', 'lib/compose', 'lib/protocol', 'lib/serve', 'lib/web'])
  expect(rooms.filter((file) => read.test(readCode(file)))).toEqual([])
})
