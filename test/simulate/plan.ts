/** What happens in a run, drawn from the seed: bursts of concurrent actions around one user, with pauses between. */

import { ADMINISTRATORS, NODES, USERS } from './cast.ts'
import { type Random, seeded } from './random.ts'

/** Each kind, and how often it is drawn. */
export const KINDS = {
  'sign-in': 10,
  'sign-in, code stolen': 3,
  use: 6,
  refresh: 10,
  'refresh, twice': 3,
  'refresh, unsent': 3,
  replay: 2,
  'revoke refresh token': 3,
  'revoke access token': 3,
  'sign-out': 4,
  'sign-out everywhere': 2,
  'withdraw consent': 2,
  suspend: 2,
  'reset password': 2,
  'disable app': 1,
  'demote administrators': 1,
  guess: 1,
  crash: 2,
  skew: 2,
  'slow store': 1,
  'lost calls': 2,
  'lost responses': 1,
  'receiver down': 2,
} as const

export type Kind = keyof typeof KINDS

export interface Action {
  readonly number: number
  /** Milliseconds since the beginning. */
  readonly at: number
  readonly kind: Kind
  readonly user: (typeof USERS)[number]
  readonly app: 'shop' | 'desk'
  readonly node: (typeof NODES)[number]
  /** From 0 to 1: a duration, a share, a choice. */
  readonly amount: number
}

const DRAWN = Object.entries(KINDS).flatMap(([kind, weight]) => Array<Kind>(weight).fill(kind as Kind))
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000]
/** After some bursts, long enough for tokens, counters and sessions to expire. */
const LONG_PAUSES_MS = [300_000, 1_200_000, 4_000_000, 50_000_000]
const LONG_PAUSE = 0.01
const BURST_MAX = 6

export function planOf(seed: number, hours: number): readonly Action[] {
  const random = seeded(`plan ${seed}`)
  const actions: Action[] = []
  const end = hours * 3_600_000
  const pause = (): number =>
    random.pick(random.chance(LONG_PAUSE) ? LONG_PAUSES_MS : PAUSES_MS) * (0.5 + random.next())
  for (let at = 1_000; at < end; at += pause()) {
    const user = random.pick(USERS.filter((name) => !ADMINISTRATORS.includes(name) || random.chance(0.2)))
    const app = random.pick(['shop', 'desk'] as const)
    const width = random.pick([50, 300, 3_000])
    for (let count = 1 + random.below(BURST_MAX); count > 0; count -= 1)
      actions.push({
        number: actions.length + 1,
        at: Math.round(at + random.next() * width),
        kind: random.pick(DRAWN),
        user,
        app: random.chance(0.8) ? app : random.pick(['shop', 'desk']),
        node: random.pick(NODES),
        amount: random.next(),
      })
  }
  return actions
}

/** The random numbers of an action: the same, whichever others there are. */
export const randomOf = (seed: number, { number }: Action): Random => seeded(`action ${seed} ${number}`)
