/** The service with a clock that only the test moves: what holds to the second holds on a slow machine too. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { type Idp, type IdpOptions, startIdp } from './idp.ts'

export async function startStandingIdp(options: IdpOptions['options'] = {}): Promise<Idp> {
  let at = Date.now()
  const now = (): number => at
  const idp = await startIdp({ options: { clock: now, storage: embeddedStorage({ now }), ...options } })
  const forward = (seconds: number): void => {
    at += seconds * 1000
  }
  return { ...idp, clock: { now, forward } }
}
