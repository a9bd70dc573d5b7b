/** Long texts in a request are searched as far as their limits; test/timing measures that none blocks the process. */
import { inParallel } from '../support/http.ts'
import { runningIdp } from '../support/idp.ts'
import { PUMPED } from '../support/pumped-requests.ts'

const idp = await runningIdp({ metrics: { token: 'm'.repeat(32) }, trustProxy: 1 })

it('every header and parameter of every route gets a response that is no error of the service', async () => {
  const answers = await inParallel(PUMPED.length, 8, (index) => idp.send(...(PUMPED[index] as (typeof PUMPED)[number])))
  const failed = answers.filter(({ status }) => status >= 500)
  expect(failed.map(({ status, sent }) => [status, sent.path.slice(0, 60), Object.keys(sent.headers)])).toEqual([])
  expect(idp.log.lines.filter(({ level }) => level === 'error')).toEqual([])
})

const page = async (path: string, headers: Readonly<Record<string, string>>): Promise<string> =>
  (await idp.send(path, { headers: { accept: 'text/html', ...headers } })).text

it.each([
  ['a header within its limit', '/authorize', { 'accept-language': `a;${' '.repeat(200)}b,ar` }, 'ar'],
  ['a header, before its limit', '/authorize', { 'accept-language': `ar,${'a,'.repeat(7_000)}` }, 'ar'],
  ['a header, after its limit', '/authorize', { 'accept-language': `a;${' '.repeat(300)}b,ar` }, 'en'],
  ['a parameter within its limit', `/authorize?ui_locales=${'x+'.repeat(100)}ar`, {}, 'ar'],
  ['a parameter, after its limit', `/authorize?ui_locales=${'x+'.repeat(200)}ar`, {}, 'en'],
])('a language is looked for in %s', async (_, path, headers, language) =>
  expect(await page(path, headers)).toContain(`<html lang="${language}"`),
)

it('a request past its rate limit is refused with a page that needs nothing of its query', async () => {
  const limited = await runningIdp({ rateLimits: { authorize: { limit: 1 } } })
  const [, refused] = [
    await limited.send('/authorize'),
    await limited.send('/authorize?client_id=pumped&ui_locales=ar', { headers: { accept: 'text/html' } }),
  ]
  expect(refused.status).toBe(429)
  expect(refused.text).toContain('<html lang="en"')
  expect(refused.text).not.toContain('pumped')
})
