/**
 * Whether a family is still valid under the rules about its client: the roles that users need, and two factors. The
 * family records the rules and the version of the user's roles that it was last checked against. If neither has
 * changed, no lookup is needed; otherwise, the user is looked up and checked again. When a rule becomes narrower or a
 * user loses a role, tokens therefore end without having to be listed.
 */
import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import type { RequiredOf } from '../../../policies/second-factor.ts'
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import type { Transition } from './transition.ts'

const rules = new WeakMap<Client, { readonly required: string; readonly rule: string }>()

/** A digest of the rules. It does not depend on the order of the roles. */
function ruleOf(client: Client, roles: readonly string[], required: string): string {
  const known = rules.get(client)
  if (known?.required === required) return known.rule
  const rule = digestOf(JSON.stringify(roles.toSorted()) + required, 9)
  rules.set(client, { required, rule })
  return rule
}

type Signed = Pick<Family, 'acr'>

/** The rule about second factors that a family must meet; empty if there is none, or if the family meets every one. */
function requiredText(required: (client: Client) => RequiredOf, client: Client, { acr }: Signed): string {
  const of = acr === ACR_TWO_FACTORS ? 'nobody' : required(client)
  return of === 'nobody' ? '' : JSON.stringify(of)
}

/** The rules and roles version that a client's users are checked against; undefined if there is no rule. */
export function accessBasis(
  { secondFactor: { required } }: Pick<TokenIssuer, 'secondFactor'>,
  client: Client,
  family: Signed,
  rolesGeneration: number,
): string | undefined {
  const [roles, second] = [client.access?.roles, requiredText(required, client, family)]
  return roles === undefined && second === '' ? undefined : `${ruleOf(client, roles ?? [], second)}.${rolesGeneration}`
}

/** The basis of a new family. A user who must have two factors is checked at the first use, in case of a grace. */
export const basisAtIssue = (
  issuer: Pick<TokenIssuer, 'secondFactor'>,
  client: Client,
  signed: Signed,
  rolesGeneration: number,
): string | undefined =>
  requiredText(issuer.secondFactor.required, client, signed) === ''
    ? accessBasis(issuer, client, signed, rolesGeneration)
    : undefined

/**
 * Whether the family's user still has access to the client. `this-time`: by a grace or a trusted browser, which is
 * checked at every use.
 * @param rolesGeneration read before the user lookup
 */
export async function mayStillEnter(
  issuer: Pick<TokenIssuer, 'mayEnter' | 'secondFactor'>,
  client: Client,
  family: Family,
  rolesGeneration: number,
): Promise<'unchanged' | 'still' | 'this-time' | 'no-role' | 'second-factor'> {
  const basis = accessBasis(issuer, client, family, rolesGeneration)
  if (basis === undefined || basis === family.accessBasis) return 'unchanged'
  return issuer.mayEnter(family, client)
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
  if (verdict === 'second-factor') {
    // The family is usable again if an administrator grants the user a grace or removes the rule.
    await families.takeBack(id, expected, next, priorTtlMs)
    return deny('invalid_grant', 'second_factor_required')
  }
  if (verdict === 'no-role') {
    await families.revoke(id)
    return deny('invalid_grant', 'access_rule')
  }
  const basis = accessBasis(issuer, client, family, rolesGeneration)
  if (verdict !== 'still' || basis === undefined) return { allowed: true, record: next }
  const record = writeFamily({ ...family, accessBasis: basis })
  // If this write loses to a concurrent change, the user is checked again at the next use.
  await families.replace(id, next, record, ttlMs)
  return { allowed: true, record }
}
