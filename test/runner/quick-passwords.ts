/**
 * A password hash takes 25 ms of a core by design, and the flows sign in thousands of times. They use argon2id with
 * minimum memory and one pass. Tests of the hash, or with a second process that checks it, use the real one.
 */
type Argon2 = typeof import('node:crypto').argon2

const QUICK = /\/test\/(?:flows|protocol|browser)\//
/** In those folders: two processes share the accounts; other systems made the hashes. */
const REAL = /\/(?:client-races|imported-passwords)\.test\.js$/

const crypto = process.getBuiltinModule('node:crypto') as { argon2: Argon2 }
const real = crypto.argon2
const quick: Argon2 = (algorithm, parameters, callback) =>
  real(algorithm, { ...parameters, memory: 8, passes: 1 }, callback)

/** @param path of the test file that starts */
export function chooseHash(path: string): void {
  crypto.argon2 = QUICK.test(path) && !REAL.test(path) ? quick : real
}
