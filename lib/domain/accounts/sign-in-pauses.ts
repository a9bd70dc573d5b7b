/** Why a user's next sign-in is refused even with the right password, and until when. Administrators see and end it. */
import { BUDGETS } from '../../../policies/budgets.ts'
import { LONGEST_LOCKOUT_SECONDS } from '../../../policies/sign-in-throttle.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { slidingUntil } from '../limits/attempts.ts'
import { resetCounters, resetOf, unknownKey, userKey } from '../limits/counters.ts'
import type { SignInLockouts } from './sign-in-lockouts.ts'
import type { User } from './user.ts'

const KIND = 'sign-in-pause'
const NETWORK_KIND = 'sign-in-pause-network'

export interface SignInPause {
  /** End of the user's pause, in milliseconds since the epoch; undefined if there is none. */
  readonly until: number | undefined
  /** The network that the user's last attempt came from, if its sign-ins are paused for all users. */
  readonly network: { readonly address: string; readonly until: number } | undefined
}

type PausedUser = Pick<User, 'sub' | 'preferred_username' | 'email' | 'email_verified'>

export type SignInPauses = ReturnType<typeof signInPauses>

export function signInPauses(
  records: EphemeralStore,
  lockouts: Pick<SignInLockouts, 'lockedUntil'>,
  now: () => number,
) {
  const noted = async (key: string): Promise<number> => Number((await records.read(KIND, key)) ?? 0)
  const notedNetwork = async (key: string): Promise<SignInPause['network']> => {
    const [until, address] = (await records.read(NETWORK_KIND, key))?.split(' ') ?? []
    return address === undefined || Number(until) <= now() ? undefined : { until: Number(until), address }
  }
  const endIn = (seconds: number): number => now() + seconds * 1000
  return {
    /** Notes that the next attempt must wait. Returns a function that undoes it, for an attempt that does not fail. */
    async note(key: string, seconds: number): Promise<() => Promise<void>> {
      const before = await noted(key)
      const put = (until: number) => records.put(KIND, key, String(until), LONGEST_LOCKOUT_SECONDS * 1000)
      await put(Math.max(before, endIn(seconds)))
      return () => put(before)
    },
    /** Keeps the last network only. */
    async noteNetwork(key: string, address: string, seconds: number): Promise<void> {
      if ((await notedNetwork(key))?.address !== address)
        await records.put(NETWORK_KIND, key, `${endIn(seconds)} ${address}`, seconds * 1000)
    },
    async of(user: PausedUser): Promise<SignInPause> {
      const found = await Promise.all(
        keysOf(user).map(async (bare) => {
          const reset = await resetOf(records, bare)
          const key = `${bare}${reset}`
          const [ends, network] = await Promise.all([
            Promise.all([
              noted(key),
              lockouts.lockedUntil(`${user.sub}${reset}`),
              slidingUntil(records, BUDGETS.account.directory, key),
            ]),
            notedNetwork(key),
          ])
          return { until: Math.max(...ends.map((end = 0) => end)), network }
        }),
      )
      const until = Math.max(...found.map((one) => one.until))
      return { until: until > now() ? until : undefined, network: found.find(({ network }) => network)?.network }
    },
    /** The limit of a network applies to all users, so it stays. */
    end: async (user: PausedUser): Promise<void> => {
      await Promise.all(keysOf(user).map((key) => resetCounters(records, key)))
    },
  }
}

/** Attempts under a name without an account are counted by name, and so are all attempts for a host's directory. */
function keysOf({ sub, preferred_username, email, email_verified }: PausedUser): readonly string[] {
  const names = [preferred_username, email_verified === false ? undefined : email]
  return [userKey(sub), ...names.flatMap((name) => (name === undefined ? [] : [unknownKey(name)]))]
}
