/** The one client and the one user of the benchmarks, the same for both servers. */
import { createHash } from 'node:crypto'

export const CLIENT = {
  id: 'bench',
  secret: 'bench-secret-0123456789abcdef0123456789',
  redirectUri: 'https://bench.example/callback',
}
/** The engine's tokens for this one are opaque, where it refuses its own JWTs. The same client in everything else. */
export const OPAQUE_CLIENT = { ...CLIENT, id: 'bench-opaque' }
/** An app behind the gate. */
export const GATED_APP = { clientId: 'bench-gated', url: 'https://gated.example' }
export type BenchClient = typeof CLIENT

export const PERSON = {
  sub: 'u-alice',
  username: 'alice',
  password: 'correct horse battery staple',
  name: 'Alice Doe',
  given_name: 'Alice',
  family_name: 'Doe',
  email: 'alice@example.com',
  email_verified: true,
  roles: ['editor', 'reader'],
  permissions: ['invoices:read'],
}
export const SCOPE = 'openid profile email offline_access'
export const VERIFIER = 'a-verifier-of-the-benchmarks-0123456789abcdef0123456789'
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')
/** Seconds; longer than any run. */
export const ACCESS_TOKEN_SECONDS = 7_200
export const CODE_SECONDS = 600
