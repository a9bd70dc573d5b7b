/** While the store is away each process counts alone, within bounded memory, and drops no active caller. */
import { rateLimiter } from '../../../lib/web/http/rate-limit.ts'
import type { RequestContext } from '../../../lib/web/request/request-context.ts'
import { validateConfiguration } from '../../config/issues.ts'

const away = { hit: () => Promise.reject(new Error('away')), refund: () => Promise.reject(new Error('away')) }
const none = { at: async () => [], now: async () => undefined }
const MORE_THAN_FIT = 60_000

it('sixty thousand other callers do not free one who goes on', async () => {
  const { rateLimits } = validateConfiguration({ baseUrl: 'http://localhost:3000' })
  const limit = rateLimiter({ ...away, clear: async () => {} } as never, rateLimits, () => 0, none)
  const ask = (address: string): Promise<'let in' | 'refused'> =>
    limit({ address } as RequestContext, 'token').then(
      () => 'let in',
      () => 'refused',
    )
  for (let turn = 0; turn < 30; turn += 1) expect(await ask('192.0.2.1')).toBe('let in')
  for (let index = 0; index < MORE_THAN_FIT; index += 1) {
    await ask(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`)
    if (index % 10_000 === 0) expect(await ask('192.0.2.1')).toBe('refused')
  }
  expect(await ask('192.0.2.1')).toBe('refused')
  expect(await ask('10.0.0.0')).toBe('let in')
})
