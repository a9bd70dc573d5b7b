import type { CodeFamily } from '../../policies/token-family.ts'

/** A family as the authorization endpoint leaves it. */
export const CODE_FAMILY: CodeFamily = {
  phase: 'code',
  clientId: 'app',
  subject: 'alice',
  sid: 's.1',
  scopes: ['openid', 'offline_access'],
  clientEpoch: 'e',
  subjectGeneration: 3,
  clientGeneration: 0,
  signedInAt: 100,
  acr: 'a',
  amr: ['pwd'],
  codeHash: 'c',
  nonce: 'n',
  redirectUri: 'https://app.example.com/cb',
  codeChallenge: 'x',
}
