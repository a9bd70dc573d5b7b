/** A clock that only the test moves, so that exact seconds hold on a slow machine too. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Clock } from './clock.ts'
import { type Idp, type Options, runningIdp } from './idp.ts'

export function standingClock(): Clock {
  let at = Date.now()
  return { now: () => at, forward: (seconds) => void (at += seconds * 1_000) }
}

export async function startStandingIdp(options: Options = {}): Promise<Idp> {
  const clock = standingClock()
  const { now } = clock
  return { ...(await runningIdp({ clock: now, storage: embeddedStorage({ now }), ...options })), clock }
}
