import type { PasskeyRepository } from '../domain/accounts/factors/second-factors.ts'
import type { Portico } from '../portico.ts'
import { stepsOf } from './clock.ts'
import type { Idp, IdpOptions } from './idp.ts'
import { virtualPasskey } from './passkey.ts'
import { NO_PROVIDER } from './provider.ts'
import { assertOptions } from './registered.ts'
import { startService } from './service.ts'
import { signingIn } from './sign-in.ts'

/**
 * Starts Portico for a test: in memory, at a free port of this machine, with its own clock and without rate limits.
 * @throws ConfigError with every issue; Error if `NODE_ENV` is `production`
 * @example const idp = await startIdp({ users: [{ username: 'alice' }], clients: [{ client_id: 'billing' }] })
 */
export async function startIdp(options: IdpOptions = {}): Promise<Idp> {
  if (process.env.NODE_ENV === 'production')
    throw new Error('startIdp signs users in without a password, so it does not run with NODE_ENV=production')
  assertOptions({ ...options })
  const { portico, issuer, clock, recorded, emails, failures, external, runDue, call, stop } =
    await startService(options)
  const { now } = clock
  const directory = portico.accounts as NonNullable<Portico['accounts']>
  const subjectOf = async (username: string): Promise<string> => {
    const account = await directory.accountByUsername(String(username))
    if (account === undefined) throw new TypeError(`there is no user ${JSON.stringify(username)}`)
    return account.sub
  }
  const setStatus = async (user: string, status: 'active' | 'suspended'): Promise<void> => {
    await directory.change(await subjectOf(user), (account) => ({ ...account, status }))
    await recorded.allTried()
  }
  const secrets = new Map(options.clients?.map(({ client_id, client_secret }) => [client_id, client_secret]))
  let stopped: Promise<void> | undefined
  return {
    issuer,
    portico,
    now,
    signIn: signingIn({ portico, issuer, now, call, secrets, subjectOf }),
    async travel(span) {
      for (const seconds of stepsOf(span)) {
        clock.forward(seconds)
        await runDue()
        await recorded.allTried()
      }
    },
    rotateKeys: () => rotate(portico),
    fail: failures.fail,
    loseResponse: failures.loseResponse,
    async endSession(user) {
      await portico.sessions.endAll(await subjectOf(user))
      await recorded.allTried()
    },
    suspend: (user) => setStatus(user, 'suspended'),
    reactivate: (user) => setStatus(user, 'active'),
    async passkey(user) {
      return virtualPasskey(directory.passkeys as PasskeyRepository, await subjectOf(user), new URL(issuer), now())
    },
    provider: external?.provider ?? NO_PROVIDER,
    inbox: emails.inbox,
    logoutNotices: recorded.logoutNotices,
    delivered: recorded.allTried,
    stop: () => (stopped ??= stop()),
  }
}

async function rotate({ keys }: Portico): Promise<void> {
  const current = (): string | undefined => keys.list().find(({ state }) => state === 'current')?.kid
  const before = current()
  await keys.rotate()
  if (current() === before)
    throw new Error("rotateKeys: verifiers may not have the next key yet, which signs after travel('11m')")
}
