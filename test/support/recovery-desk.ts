/** "Forgot your password?" with names of each kind, for tests of the response and its cost, not of the email. */
import type { EmbeddedDirectory } from '../../lib/index.ts'
import type { Answer } from './http.ts'
import type { Idp } from './idp.ts'

/** The states of an account that an attacker must not be able to tell apart. */
export type AccountKind = 'known' | 'unknown' | 'suspended' | 'unverified'

export interface RecoveryDesk {
  ask(username: string): Promise<Answer>
  /** An unused name of this kind. */
  nameOf(kind: AccountKind): Promise<string>
}

let [calls, names] = [0, 0]

export async function recoveryDesk(idp: Idp): Promise<RecoveryDesk> {
  const csrf = /name="csrf" value="([^"]*)"/.exec((await idp.send('/recovery/')).text)?.[1] ?? ''
  return {
    // From another IP address each time, because the limit per IP address is not the subject.
    ask(username) {
      calls += 1
      return idp.send('/recovery/', {
        from: `127.1.${Math.floor(calls / 250)}.${(calls % 250) + 1}`,
        body: { csrf, username },
        headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
      })
    },
    async nameOf(kind) {
      const username = `${kind}-${(names += 1)}`
      if (kind === 'unknown') return username
      const made = await (idp.portico.accounts as EmbeddedDirectory).create({
        sub: `u-${username}`,
        username,
        passwordHash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ=$AAAA',
        status: kind === 'suspended' ? 'suspended' : 'active',
        source: 'administrator',
        person: { email: `${username}@example.com`, email_verified: kind !== 'unverified' },
        createdAt: 1_700_000_000_000,
        changedAt: 1_700_000_000_000,
      })
      if (made !== 'created') throw new Error(made)
      return username
    },
  }
}
