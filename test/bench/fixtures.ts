/** The clients and users of the benchmarks, the same for all servers. */
import { ALICE } from '../support/fixtures.ts'
import { challengeOf } from '../support/relying-party.ts'

/** The root secret of every server. */
export const BENCH_SECRET = 'the root secret of the benchmarks and of no service'

export const CLIENT = {
  id: 'bench',
  secret: 'bench-secret-0123456789abcdef0123456789',
  redirectUri: 'https://bench.example/callback',
}
/** The same client, but with opaque tokens from the engine, for endpoints where it refuses its own JWTs. */
export const OPAQUE_CLIENT = { ...CLIENT, id: 'bench-opaque' }
/** A first-party app without consent. */
export const TRUSTED_CLIENT = { ...CLIENT, id: 'bench-trusted', redirectUri: 'https://trusted.bench.example/callback' }
/** An app behind the gate. */
export const GATED_APP = { clientId: 'bench-gated', url: 'https://gated.example' }
export type BenchClient = typeof CLIENT

/** A client's settings in Portico. */
export const registered = ({ id, secret, redirectUri }: BenchClient) =>
  ({
    client_id: id,
    client_type: 'confidential',
    client_secret: secret,
    redirect_uris: [redirectUri],
    scopes: SCOPES,
    consent: id === TRUSTED_CLIENT.id ? 'trusted' : 'once',
  }) as const

type Widened<T> = { -readonly [Name in keyof T]: T[Name] extends string ? string : T[Name] }
export const PERSON: Widened<typeof ALICE> = ALICE
/** The hash of that password in Portico's form: a server that starts with it hashes nothing. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$R2+a8uhvj4Un9oWrIrhX3A==$/QcLJ8Y1VUpFQGaSMS2fqD3IHb36jarsp+xWef7OBvo='

/** Another user with the same password. */
export function namesake(username: string): Omit<typeof PERSON, 'password'> {
  const { password: _password, ...person } = PERSON
  return { ...person, sub: subOf(username), username, email: `${username}@example.com` }
}
export const subOf = (username: string): string => `u-${username}`
export const SCOPES = ['openid', 'profile', 'email', 'offline_access'] as const
export const SCOPE = SCOPES.join(' ')
export const VERIFIER = 'a-verifier-of-the-benchmarks-0123456789abcdef0123456789'
export const CHALLENGE = challengeOf(VERIFIER)
/** Seconds; longer than any run. */
export const ACCESS_TOKEN_SECONDS = 7_200
export const CODE_SECONDS = 600

const NEVER = { limit: 1_000_000_000, windowSeconds: 60 }
/** Limits that count each request and refuse none. */
export const NEVER_REACHED = {
  discovery: NEVER,
  jwks: NEVER,
  authorize: NEVER,
  token: NEVER,
  userinfo: NEVER,
  introspection: NEVER,
  revocation: NEVER,
  pages: NEVER,
  metrics: NEVER,
}
