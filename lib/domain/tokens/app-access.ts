/**
 * Whether a family still stands under the rule of its client. What the user was judged by is recorded with the family: the rule
 * itself, and the version of the user's roles. While both are as they were, nobody need be asked; another rule or other roles mean
 * that the user is looked up and judged anew. So no list of tokens is needed to end what a narrower rule or a lost role ends.
 */
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import { ALLOW, deny, type Verdict } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import type { Transition } from './transition.ts'

const rules = new WeakMap<Client, string>()

/** The rule of a client, whatever the order of its roles. */
function ruleOf(client: Client, roles: readonly string[]): string {
  let rule = rules.get(client)
  if (rule === undefined) {
    rule = digestOf(JSON.stringify(roles.toSorted()), 9)
    rules.set(client, rule)
  }
  return rule
}

/** What users of a client are judged by now; undefined where it has no rule. */
export const accessBasis = (client: Client, rolesGeneration: number): string | undefined =>
  client.access === undefined ? undefined : `${ruleOf(client, client.access.roles)}.${rolesGeneration}`

/** Whether the user of a family may still enter. @param rolesGeneration read before the user is looked up */
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
 * As `mayStillEnter`, after a code or refresh token was used: what the user was judged by is recorded for the next time, and who may
 * not enter any more loses the family. When nobody can be asked the step is rolled back, so that the code or token is still usable
 * (D-T7).
 */
export async function settleAccess(
  issuer: TokenIssuer,
  client: Client,
  family: TokenFamily,
  rolesGeneration: number,
  { id, expected, next, ttlMs, priorTtlMs }: Pick<Transition, 'id' | 'expected' | 'next' | 'ttlMs' | 'priorTtlMs'>,
): Promise<Verdict> {
  const { families } = issuer.storage
  let judged: Awaited<ReturnType<typeof mayStillEnter>>
  try {
    judged = await mayStillEnter(issuer, client, family, rolesGeneration)
  } catch (error) {
    await families.takeBack(id, expected, next, priorTtlMs)
    throw error
  }
  if (judged === 'no-longer') {
    await families.revoke(id)
    return deny('invalid_grant', 'access_rule')
  }
  const basis = accessBasis(client, rolesGeneration)
  // A concurrent change wins: then the user is judged once more the next time.
  if (judged === 'still' && basis !== undefined)
    await families.replace(id, next, writeFamily({ ...family, accessBasis: basis }), ttlMs)
  return ALLOW
}
