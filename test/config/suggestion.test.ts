/** "Did you mean", for keys and for words. */
import { nearestWord } from '../../lib/config/issues/suggestion.ts'
import { CLIENT, issuesOf } from './issues.ts'

describe('an unknown key', () => {
  it.each([
    [{ ratelimits: {} }, 'did you mean rateLimits?'],
    [{ base_url: 'x' }, 'did you mean baseUrl?'],
    [{ lifetimes: { acessToken: 1 } }, 'did you mean lifetimes.accessToken?'],
    [{ lifetimes: { sessionIdel: 1 } }, 'did you mean lifetimes.sessionIdle?'],
    [{ accessToken: 900 }, 'did you mean lifetimes.accessToken?'],
    [{ productName: 'X' }, 'did you mean theme.productName?'],
    [{ clients: [{ ...CLIENT, clientName: 'X' }] }, 'did you mean clients[0].client_name?'],
    [{ clients: [{ ...CLIENT, scope: 'openid' }] }, 'did you mean clients[0].scopes?'],
    [{ keys: { lunch: 1 } }, 'known here: rotateAfterDays, prePublishSeconds'],
  ])('%j: %s', (settings, hint) => expect(issuesOf(settings)).toMatchObject([{ code: 'E1002', hint }]))

  it('is quoted when it is no plain word, so that it cannot disturb a terminal', () =>
    expect(issuesOf({ theme: { '\u001b[31mred\n': 1 } })).toMatchObject([{ path: 'theme["\\u001b[31mred\\n"]' }]))
})

it.each([
  [{ idTokenClaims: 'scope' }, 'did you mean "scopes"?'],
  [{ clients: [{ ...CLIENT, client_type: 'Public' }] }, 'did you mean "public"?'],
  [{ lifetimes: { idToken: '900' } }, 'write it without quotes'],
  [{ lifetimes: { refreshTokenIdle: '7d' } }, 'write 604800: seconds, as a number'],
  [{ rateLimits: { token: { windowSeconds: '1m' } } }, 'write 60: seconds, as a number'],
  [{ admin: { enabled: 'false' } }, 'write it without quotes'],
])('a wrong word or number: %j: %s', (settings, hint) =>
  expect(issuesOf(settings)).toMatchObject([{ code: 'E1001', hint }]),
)

describe('nearestWord', () => {
  const known = ['clients', 'accounts', 'lifetimes']

  it.each([
    ['client', 'clients'],
    ['cleints', 'clients'],
    ['CLIENTS', 'clients'],
    ['acounts', 'accounts'],
    ['life-times', 'lifetimes'],
    ['lifetmies', 'lifetimes'],
  ])('%s is %s', (word, meant) => expect(nearestWord(word, known)).toBe(meant))

  it.each(['theme', 'x', '', 'constructor', 'a'.repeat(10_000)])('%s is nothing that is known', (word) =>
    expect(nearestWord(word, known)).toBeUndefined(),
  )
})
