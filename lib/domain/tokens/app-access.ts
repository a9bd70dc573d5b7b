/**
 * Whether a family is still valid under its client's access rule. The family records the rule and the version of the
 * user's roles that it was last checked against. If neither has changed, no lookup is needed; otherwise, the user is
 * looked up and checked again. When a rule becomes narrower or a user loses a role, tokens therefore end without having
 * to be listed.
 */
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import type { Transition } from './transition.ts'

const rules = new WeakMap<Client, string>()

/** A digest of the client's rule. It does not depend on the order of the roles. */
function ruleOf(client: Client, roles: readonly string[]): string {
  let rule = rules.get(client)
  if (rule === undefined) {
    rule = digestOf(JSON.stringify(roles.toSorted()), 9)
    rules.set(client, rule)
  }
  return rule
}

/** The rule and roles version that a client's users are checked against; undefined if the client has no rule. */
export const accessBasis = (client: Client, rolesGeneration: number): string | undefined =>
  client.access === undefined ? undefined : `${ruleOf(client, client.access.roles)}.${rolesGeneration}`

/** Whether the family's user still has access to the client. @param rolesGeneration read before the user lookup */
export async function mayStillEnter(
  issuer: Pick<TokenIssuer, 'mayEnter'>,
  client: Client,
  family: Family,
  rolesGeneration: number,
): Promise<'unchanged' | 'still' | 'no-longer'> {
  const basis = accessBasis(client, rolesGeneration)
  if (basis === undefined || basis === family.accessBasis) return 'unchanged'
  return (await issuer.mayEnter(family.subject, client)) ? 'still' : 'no-longer'
}

/**
 * Runs `mayStillEnter` after a code or refresh token is used. Records the basis of the check, and revokes the family if
 * the user has lost access. If the lookup fails, the use is rolled back, so the code or token is still usable (D-T7).
 * @returns the family's record as it is now, if the user still has access
 */
export async function issueAccess(
  issuer: TokenIssuer,
  client: Client,
  family: TokenFamily,
  rolesGeneration: number,
  { id, expected, next, ttlMs, priorTtlMs }: Pick<Transition, 'id' | 'expected' | 'next' | 'ttlMs' | 'priorTtlMs'>,
): Promise<Deny | { readonly allowed: true; readonly record: string }> {
  const { families } = issuer.storage
  let verdict: Awaited<ReturnType<typeof mayStillEnter>>
  try {
    verdict = await mayStillEnter(issuer, client, family, rolesGeneration)
  } catch (error) {
    await families.takeBack(id, expected, next, priorTtlMs)
    throw error
  }
  if (verdict === 'no-longer') {
    await families.revoke(id)
    return deny('invalid_grant', 'access_rule')
  }
  const basis = accessBasis(client, rolesGeneration)
  if (verdict !== 'still' || basis === undefined) return { allowed: true, record: next }
  const record = writeFamily({ ...family, accessBasis: basis })
  // If this write loses to a concurrent change, the user is checked again at the next use.
  await families.replace(id, next, record, ttlMs)
  return { allowed: true, record }
}
