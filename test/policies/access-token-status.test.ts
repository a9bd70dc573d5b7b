import {
  type AccessTokenLiveness,
  accessTokenLiveness,
  type CurrentState,
  familyLiveness,
  isOfFamily,
  type Liveness,
} from '../../policies/access-token-status.ts'
import { type Family, redeemed, type TokenFamily } from '../../policies/token-family.ts'
import { CODE_FAMILY } from './code-family.ts'

const FAMILY: TokenFamily = { ...redeemed(CODE_FAMILY, 'r', 110, 'stamp'), serial: 5 }
const NOW: CurrentState = {
  client: { active: true, epoch: 'e' },
  subjectGeneration: 3,
  clientGeneration: 0,
  sessionEnded: false,
  sessionRevoked: false,
}

it.each<[Liveness, string, Family | undefined, Partial<CurrentState>]>([
  ['alive', 'with its client and its subject as at birth', FAMILY, {}],
  ['alive', 'before its code is redeemed', CODE_FAMILY, {}],
  ['alive', 'after its browser session: decided token by token', FAMILY, { sessionEnded: true }],
  ['session-revoked', 'issued in a session that was revoked', FAMILY, { sessionEnded: true, sessionRevoked: true }],
  ['family-gone', 'revoked, or past its time', undefined, {}],
  ['client-gone', 'its client was decommissioned', FAMILY, { client: undefined }],
  ['client-disabled', 'its client is disabled', FAMILY, { client: { active: false, epoch: 'e' } }],
  ['client-revoked', 'its client was disabled and enabled again', FAMILY, { client: { active: true, epoch: 'f' } }],
  ['client-revoked', 'another client got the same id', FAMILY, { client: { active: true, epoch: '' } }],
  ['subject-revoked', 'its subject was signed out everywhere', FAMILY, { subjectGeneration: 4 }],
  ['access-withdrawn', 'its subject has taken the access of this client away', FAMILY, { clientGeneration: 1 }],
  ['subject-revoked', 'of a generation that the store does not know', FAMILY, { subjectGeneration: 0 }],
])('a family (D-C4, D-C5, D-T4): %s: %s', (liveness, _, family, changes) =>
  expect(familyLiveness(family, { ...NOW, ...changes })).toBe(liveness),
)

it.each<[AccessTokenLiveness, string, Family | undefined, number, Partial<CurrentState>]>([
  ['alive', 'the newest', FAMILY, 5, {}],
  ['alive', 'an older one: a refresh does not end it', FAMILY, 1, {}],
  ['not-redeemed', 'one that was minted for an exchange that never took place', CODE_FAMILY, 1, {}],
  ['token-revoked', 'one that was minted for a refresh that never took place', FAMILY, 6, {}],
  [
    'token-revoked',
    'revoked by itself',
    {
      ...FAMILY,
      denied: [
        [4, 1_000],
        [5, 1_000],
      ],
    },
    5,
    {},
  ],
  ['alive', 'its sister was revoked', { ...FAMILY, denied: [[4, 1_000]] }, 5, {}],
  ['session-ended', 'issued in a session that has ended', FAMILY, 5, { sessionEnded: true }],
  ['alive', 'refreshed after the end of the session', { ...FAMILY, detachedAt: 5 }, 5, { sessionEnded: true }],
  ['session-ended', 'from before the end of the session', { ...FAMILY, detachedAt: 5 }, 4, { sessionEnded: true }],
  ['session-ended', 'the same when the mark of the session is gone', { ...FAMILY, detachedAt: 5 }, 4, {}],
  ['token-revoked', 'and then revoked', { ...FAMILY, detachedAt: 5, denied: [[5, 1_000]] }, 5, { sessionEnded: true }],
  ['family-gone', 'of a family that is gone', undefined, 1, {}],
  ['client-disabled', 'of a disabled client', FAMILY, 5, { client: { active: false, epoch: 'e' } }],
  ['subject-revoked', 'ended since', { ...FAMILY, detachedAt: 5 }, 5, { sessionEnded: true, subjectGeneration: 4 }],
])('an access token of a family (D-T9, D-T10, D-S3): %s: %s', (liveness, _, family, serial, changes) =>
  expect(accessTokenLiveness(family, serial, { ...NOW, ...changes })).toBe(liveness),
)

it.each<[boolean, string, object]>([
  [true, 'the claims of its family', {}],
  [true, 'narrowed by a refresh', { scope: 'openid' }],
  [false, 'another subject', { sub: 'bob' }],
  [false, 'another client', { client_id: 'app-2' }],
  [false, 'another session', { sid: 's.2' }],
  [false, 'a scope that was not granted', { scope: 'openid email' }],
  [false, 'no scope', { scope: '' }],
])('D-T17: %s: a token with %s', (expected, _, claims) => {
  const own = { sub: 'alice', client_id: 'app', sid: 's.1', scope: 'openid offline_access' }
  expect(isOfFamily({ ...own, ...claims }, FAMILY)).toBe(expected)
})
