import { type EndedAccess, refusalAfterEnd } from '../../policies/ended-access.ts'

const WITHDRAWN: EndedAccess = {
  liveness: 'access-withdrawn',
  isActive: true,
  hasRole: true,
  consentMode: 'once',
  consented: [],
}

it.each<[string, Partial<EndedAccess>, string]>([
  ['suspended or deleted', { isActive: false, hasRole: false }, 'account_inactive'],
  ['lost the role, and the consent too', { hasRole: false }, 'access_rule'],
  ['lost the role, signed out too', { hasRole: false, liveness: 'subject-revoked' }, 'access_rule'],
  ['withdrew the consent', {}, 'consent_withdrawn'],
  ['withdrew the consent to an app that always asks', { consentMode: 'always' }, 'consent_withdrawn'],
  ['consented again since', { consented: ['openid'] }, 'tokens_revoked'],
  ['never asked', { consentMode: 'trusted' }, 'tokens_revoked'],
  ['signed out everywhere', { liveness: 'subject-revoked' }, 'tokens_revoked'],
])('a user who %s', (_name, facts, ref) => {
  expect(refusalAfterEnd({ ...WITHDRAWN, ...facts })).toMatchObject({ error: 'invalid_grant', ref })
})
