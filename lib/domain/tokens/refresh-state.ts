import { familyLiveness, type Liveness } from '../../../policies/access-token-status.ts'
import { refreshAge } from '../../../policies/lifetimes.ts'
import type { TokenFamily } from '../../../policies/token-family.ts'
import type { Client } from '../clients/client-record.ts'
import { sessionOfSid } from '../sessions/sid.ts'
import { mayStillEnter } from './app-access.ts'
import { resolvedFamily } from './families.ts'
import type { TokenIssuer } from './issuer.ts'
import type { OpenedValue } from './token-values.ts'

export interface RefreshState {
  /** The family; undefined if it has ended, or if it does not belong to the client that was given. */
  readonly family: TokenFamily | undefined
  readonly state: 'used' | 'expired' | 'access-rule' | 'second-factor' | 'inactive' | Liveness
  /** Seconds since the epoch; 0 without a family. */
  readonly expiresAt: number
}

/**
 * Whether a refresh token can still be used. Reads only, so the token is not used up.
 * @param clientOf the family's client; undefined to report the family as ended
 */
export async function refreshState(
  issuer: TokenIssuer,
  opened: OpenedValue,
  clientOf: (clientId: string) => Promise<Client | undefined>,
): Promise<RefreshState> {
  // A failed refresh may have stored a newer token that was never sent. Once the refresh is rolled back, the presented
  // token counts as unused.
  const family = await resolvedFamily(
    issuer.storage,
    opened.familyId,
    (found) => found.phase === 'tokens' && found.refreshHash === opened.hash,
  )
  const client = family === undefined ? undefined : await clientOf(family.clientId)
  if (family?.phase !== 'tokens' || client === undefined)
    return { family: undefined, state: 'family-gone', expiresAt: 0 }
  const { refreshTokenIdle, refreshTokenAbsolute } = issuer.lifetimes
  const expiresAt = Math.min(family.usedAt + refreshTokenIdle, family.signedInAt + refreshTokenAbsolute)
  const found = (state: RefreshState['state']): RefreshState => ({ family, state, expiresAt })
  if (family.refreshHash !== opened.hash) return found('used')
  if (refreshAge(issuer.seconds(), family.usedAt, family, issuer.lifetimes) !== 'fresh') return found('expired')
  const subject = await issuer.storage.subjects.read(family.subject, sessionOfSid(family.sid), family.clientId)
  const liveness = familyLiveness(family, {
    client: { active: client.status === 'active', epoch: client.epoch },
    subjectGeneration: subject.generation,
    clientGeneration: subject.clientGeneration,
    sessionEnded: subject.sessionEnded,
    sessionRevoked: subject.sessionRevoked,
  })
  if (liveness !== 'alive') return found(liveness)
  const { access } = await mayStillEnter(issuer, client, family, subject.rolesGeneration)
  if (access === 'no-role') return found('access-rule')
  return found(access === 'second-factor' || access === 'inactive' ? access : 'alive')
}
