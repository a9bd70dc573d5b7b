import { JWKS_MAX_AGE_SECONDS, type RotationSettings } from '../../../policies/key-rotation.ts'
import type { Lifetimes } from '../../../policies/lifetimes.ts'

/** The longest time between two reads of the keys by the same node. */
const REFRESH_MS_MAX = 30_000

/** Rotation times derived from the settings. `refreshMs`: how often each node reads the keys. */
export function keyTimes(
  keys: { readonly rotateAfterDays: number; readonly prePublishSeconds: number },
  lifetimes: Lifetimes,
): RotationSettings & { readonly refreshMs: number } {
  const refreshMs = Math.max(250, Math.min(REFRESH_MS_MAX, keys.prePublishSeconds * 250))
  // Until a node rereads the keys, it publishes and signs with the old ones, so this lag is added to every wait.
  const lag = Math.ceil(refreshMs / 1000)
  return {
    rotateAfter: keys.rotateAfterDays * 86_400,
    prePublish: keys.prePublishSeconds + lag,
    refreshMs,
    withdrawAfter: Math.max(lifetimes.accessToken, lifetimes.idToken) + JWKS_MAX_AGE_SECONDS + 2 * lag,
    rememberFor: lifetimes.sessionAbsolute + lag,
  }
}
