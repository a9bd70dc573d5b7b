import { RECOVERED_SECONDS } from '../../../policies/mail-code.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'

const RECOVERED = 'recovered-by-mail'

/** Remembers users who have just set a password or passkey by email, so their next sign-in triggers no notice. */
export type RecentRecoveries = ReturnType<typeof recentRecoveries>

export function recentRecoveries(records: EphemeralStore) {
  return {
    note: (sub: string): Promise<void> => records.put(RECOVERED, digestOf(sub, 16), '', RECOVERED_SECONDS * 1000),
    has: async (sub: string): Promise<boolean> => (await records.read(RECOVERED, digestOf(sub, 16))) !== undefined,
  }
}
