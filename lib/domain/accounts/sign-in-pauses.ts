/** Why a user's next sign-in is refused even with the right password, and until when. Administrators see and end it. */
import { BUDGETS } from '../../../policies/budgets.ts'
import { type Cause, LONGEST_LOCKOUT_SECONDS } from '../../../policies/sign-in-throttle.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { slidingUntil } from '../limits/attempts.ts'
import { resetCounters, resetOf, unknownKey, userKey } from '../limits/counters.ts'
import type { SignInLockouts } from './sign-in-lockouts.ts'
import type { User } from './user.ts'

const KIND = 'sign-in-pause'
const NETWORK_KIND = 'sign-in-pause-network'

/** What a pause refuses: passwords, codes of the second step, or further codes by email. */
const PAUSE_KINDS = ['password', 'second-step', 'email-code'] as const
export type PauseKind = (typeof PAUSE_KINDS)[number]

export interface Pause extends Cause {
  readonly kind: PauseKind
  /** Milliseconds since the epoch. */
  readonly until: number
}

export interface SignInPause {
  /** At most one of each kind: the one that ends last. */
  readonly pauses: readonly Pause[]
  /** End of the last of them, in milliseconds since the epoch; undefined if there is none. */
  readonly until: number | undefined
  /** The network that the user's last attempt came from, if its sign-ins are paused for all users. */
  readonly network: { readonly address: string; readonly until: number } | undefined
}

type PausedUser = Pick<User, 'sub' | 'preferred_username' | 'email' | 'email_verified'>

export type SignInPauses = ReturnType<typeof signInPauses>

export function signInPauses(
  { records, rates }: { readonly records: EphemeralStore; readonly rates: Pick<RateCounter, 'clear'> },
  lockouts: Pick<SignInLockouts, 'lockout'>,
  now: () => number,
) {
  const { noted, directoryPause } = pausesIn(records)
  /** The user's last network and the end of its pause, which is stored once, so that it can be lifted. */
  const notedNetwork = async (key: string): Promise<SignInPause['network']> => {
    const address = await records.read(NETWORK_KIND, key)
    const until = address && Number((await records.read(NETWORK_KIND, `of ${address}`)) ?? 0)
    return address && until && until > now() ? { until, address } : undefined
  }
  const endIn = (seconds: number): number => now() + seconds * 1000
  const lockoutOf = async (key: string): Promise<Pause | undefined> => {
    const lockout = await lockouts.lockout(key)
    return lockout && { kind: 'password', ...lockout }
  }
  return {
    /** Notes that the next attempt must wait. Returns a function that undoes it, for an attempt that does not fail. */
    async note(key: string, kind: PauseKind, seconds: number, cause: Cause): Promise<() => Promise<void>> {
      const before = await noted(key, kind)
      const put = ({ until, count, windowSeconds = 0 }: Cause & { readonly until: number }) =>
        records.put(KIND, idOf(key, kind), `${until} ${count} ${windowSeconds}`, LONGEST_LOCKOUT_SECONDS * 1000)
      const next = { ...cause, until: endIn(seconds) }
      await put(before !== undefined && before.until > next.until ? before : next)
      return () => put(before ?? { ...cause, until: 0 })
    },
    /** Keeps the last network only. */
    async noteNetwork(key: string, address: string, seconds: number): Promise<void> {
      if ((await notedNetwork(key))?.address === address) return
      await Promise.all([
        records.put(NETWORK_KIND, key, address, seconds * 1000),
        records.put(NETWORK_KIND, `of ${address}`, String(endIn(seconds)), seconds * 1000),
      ])
    },
    async of(user: PausedUser): Promise<SignInPause> {
      const found = await Promise.all(
        keysOf(user).map(async (bare) => {
          const reset = await resetOf(records, bare)
          const key = `${bare}${reset}`
          const [pauses, network] = await Promise.all([
            Promise.all([
              ...PAUSE_KINDS.map((kind) => noted(key, kind)),
              lockoutOf(`${user.sub}${reset}`),
              directoryPause(key),
            ]),
            notedNetwork(key),
          ])
          return { pauses, network }
        }),
      )
      const open = found.flatMap(({ pauses }) => pauses.flatMap((one) => (one && one.until > now() ? [one] : [])))
      const byEnd = open.toSorted((a, b) => b.until - a.until)
      return {
        pauses: PAUSE_KINDS.flatMap((kind) => byEnd.find((pause) => pause.kind === kind) ?? []),
        until: byEnd[0]?.until,
        network: found.find(({ network }) => network)?.network,
      }
    },
    /** The limit of a network applies to all users, so it stays. */
    end: async (user: PausedUser): Promise<void> => {
      await Promise.all(keysOf(user).map((key) => resetCounters(records, key)))
    },
    /** Lifts the limit of a network, for all users. */
    endNetwork: async (address: string): Promise<void> => {
      await Promise.all([
        rates.clear(`${BUDGETS.signIn.address.key}:${address}`),
        records.remove(NETWORK_KIND, `of ${address}`),
      ])
    },
  }
}

const idOf = (key: string, kind: PauseKind): string => (kind === 'password' ? key : `${key} ${kind}`)

function pausesIn(records: EphemeralStore) {
  const { directory } = BUDGETS.account
  return {
    async noted(key: string, kind: PauseKind): Promise<Pause | undefined> {
      const [until, count, windowSeconds] = (await records.read(KIND, idOf(key, kind)))?.split(' ').map(Number) ?? []
      return until === undefined ? undefined : { kind, until, count: count ?? 0, windowSeconds }
    },
    async directoryPause(key: string): Promise<Pause | undefined> {
      const until = await slidingUntil(records, directory, key)
      return until === undefined ? undefined : { kind: 'password', until, ...directory, count: directory.limit }
    },
  }
}

/** Attempts under a name without an account are counted by name, and so are all attempts for a host's directory. */
function keysOf({ sub, preferred_username, email, email_verified }: PausedUser): readonly string[] {
  const names = [preferred_username, email_verified === false ? undefined : email]
  return [userKey(sub), ...names.flatMap((name) => (name === undefined ? [] : [unknownKey(name)]))]
}
