/**
 * How many wrong passwords a directory service hears of one account, from browsers that its user has not signed in with before. It has
 * a lockout of its own (Active Directory mostly after 5 or 10): whoever guesses here must not lock the account everywhere else. So
 * there are fewer in any quarter of an hour than it counts, whatever names and addresses they come under. One that was sent and not
 * answered counts too, for it may have been heard. Past them none is sent, and the answer looks like that to a wrong password: "wait" would
 * disclose that two names are of one account, and that it exists.
 *
 * Spec      sign-in page; D-A1, D-A2, D-G14
 * RFC       NIST SP 800-63B s5.2.2 (rate limiting)
 * Deny      the sign-in page says that name or password is wrong, HTTP 422
 * Enforced  lib/domain/accounts/directory-tries.ts, lib/domain/accounts/sign-in-throttle.ts
 * Tests     test/policies/directory-lockout.test.ts, test/flows/directory-lockout.test.ts
 */
export const DIRECTORY_TRIES = { limit: 4, windowSeconds: 900 } as const

/** One try to sign in, as far as it is judged. */
export interface DirectoryAttempt {
  /** Who judges the password. */
  readonly judge: 'here' | 'directory'
  /** The user has signed in with this browser before. */
  readonly known: boolean
  /** By the counts of all sign-ins (sign-in-throttle.ts). */
  readonly outcome: 'open' | 'wait' | 'ignored'
}

/**
 * `take`: it needs one of these tries, and is not sent when there is none. `untried`: it is not sent, because its result is ignored anyway.
 * `free`: nothing is bounded here; one that has to wait is not sent either.
 */
export function decideDirectoryTry({ judge, known, outcome }: DirectoryAttempt): 'take' | 'untried' | 'free' {
  if (judge === 'here' || known || outcome === 'wait') return 'free'
  return outcome === 'ignored' ? 'untried' : 'take'
}
