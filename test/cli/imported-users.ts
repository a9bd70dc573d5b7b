/** Users of another system, as many as are wanted, as lines of a file to import. */
import { randomBytes } from 'node:crypto'

export const userLines = (count: number): string =>
  Array.from({ length: count }, (_, number) => `${userLine(number)}\n`).join('')

/** Hashes that no password has, in the form of Keycloak: nothing is hashed while they are imported. */
function userLine(number: number): string {
  const secret = { value: randomBytes(64).toString('base64'), salt: randomBytes(16).toString('base64') }
  return JSON.stringify({
    type: 'user',
    sub: `imported|${number}`,
    username: `user-${number}`,
    email: `user-${number}@external.example`,
    email_verified: true,
    name: `User ${number}`,
    roles: ['staff'],
    password_hash: {
      type: 'password',
      secretData: JSON.stringify(secret),
      credentialData: JSON.stringify({ hashIterations: 100_000, algorithm: 'pbkdf2-sha512' }),
    },
  })
}
