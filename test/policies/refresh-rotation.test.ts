import { LIFETIMES } from '../../policies/lifetimes.ts'
import { decideRefresh, type RefreshDecision } from '../../policies/refresh-rotation.ts'
import { detached, type Family, redeemed, rotated, type TokenFamily } from '../../policies/token-family.ts'
import { CODE_FAMILY } from './code-family.ts'

const SIGNED_IN = 1_000_000
const CODE = { ...CODE_FAMILY, scopes: ['openid', 'profile', 'offline_access'], signedInAt: SIGNED_IN } as const
const FAMILY: TokenFamily = redeemed(CODE, 'first', SIGNED_IN, 'stamp')
const CLIENT = { id: 'app', scopes: ['openid', 'profile', 'email', 'offline_access'] }
const IDLE = LIFETIMES.refreshTokenIdle
const ABSOLUTE = LIFETIMES.refreshTokenAbsolute

const said = (decision: RefreshDecision): string =>
  decision.do === 'rotate'
    ? `rotate ${decision.scopes.join(' ')}`
    : `${decision.do} ${decision.deny.error} ${decision.deny.ref}`

const EXPIRED = 'deny invalid_grant session_expired'
const INVALID = 'deny invalid_grant invalid_grant'
const DENIED = 'deny invalid_scope scope_denied'
const OTHER = { ...CLIENT, id: 'other' }

interface Case {
  family?: Family | undefined
  hash?: string
  scope?: string
  client?: typeof CLIENT
  after?: number
}
function check(changes: Case): string {
  const family = 'family' in changes ? changes.family : FAMILY
  const sent = { refreshHash: changes.hash ?? 'first', endsAt: SIGNED_IN + IDLE, scope: changes.scope }
  return said(decideRefresh(family, sent, changes.client ?? CLIENT, SIGNED_IN + (changes.after ?? 60), LIFETIMES))
}

it.each<[string, string, Case]>([
  ['rotate openid profile offline_access', 'the newest, by its client', {}],
  ['rotate openid', 'for less (D-T6)', { scope: 'openid' }],
  ['rotate openid profile offline_access', 'one second before it has idled too long', { after: IDLE - 1 }],
  [EXPIRED, 'idle for seven days', { after: IDLE }],
  [
    EXPIRED,
    'thirty days after the sign-in, although used yesterday',
    { family: { ...FAMILY, usedAt: SIGNED_IN + ABSOLUTE - 86_400 }, after: ABSOLUTE },
  ],
  [EXPIRED, 'after its time, when the store has let it go', { family: undefined, after: IDLE }],
  ['deny invalid_grant tokens_revoked', 'in its time, not in the store', { family: undefined, after: IDLE - 1 }],
  [INVALID, 'by another client: nothing of the owner is touched (D-T7)', { client: OTHER }],
  [INVALID, 'an old one by another client', { hash: 'older', client: OTHER }],
  [INVALID, 'of a family whose code is not redeemed', { family: CODE }],
  [INVALID, 'of a family without offline_access', { family: redeemed(CODE, undefined, SIGNED_IN, 'stamp') }],
  [DENIED, 'for more than was granted', { scope: 'openid email' }],
  [DENIED, 'when the client has lost a granted scope', { client: { ...CLIENT, scopes: ['openid', 'offline_access'] } }],
  [DENIED, 'when the client has lost offline_access', { client: { ...CLIENT, scopes: ['openid', 'profile'] } }],
  ['deny invalid_scope scope_malformed', 'for a scope with a tab', { scope: 'openid\tprofile' }],
])(
  'a refresh token that is presented (6749 s6; States and transitions > Refresh token): %s: %s',
  (outcome, _, changes) => expect(check(changes)).toBe(outcome),
)

describe('an old refresh token (9700 s4.14.2; D-T8)', () => {
  const REPLAY = 'revoke-family invalid_grant refresh_token_replayed'
  const SECOND = rotated(FAMILY, 'second', SIGNED_IN + 60)

  it.each<[string, string, Case]>([
    [REPLAY, 'after the next was issued', { family: SECOND }],
    [REPLAY, 'two rotations later', { family: rotated(SECOND, 'third', SIGNED_IN + 120) }],
    [REPLAY, 'after the session has ended and the family lives on', { family: detached(SECOND) }],
    [REPLAY, 'replay comes before the idle time', { family: SECOND, after: IDLE * 2 }],
    [REPLAY, 'replay comes before the scope', { family: SECOND, scope: 'openid admin' }],
    [REPLAY, 'replay comes before what the client has lost', { family: SECOND, client: { ...CLIENT, scopes: [] } }],
    ['rotate openid profile offline_access', 'its successor is good', { family: SECOND, hash: 'second', after: 120 }],
  ])('%s: %s', (outcome, _, changes) => expect(check(changes)).toBe(outcome))
})
