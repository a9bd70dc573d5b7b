/**
 * Whether a family is still valid under the rules about its client: the roles that users need, and two factors. The
 * family records the rules and the version of the user's roles that it was last checked against, and when an end date
 * changes them. If nothing has changed, no lookup is needed; otherwise, the user is looked up and checked again. When a
 * rule becomes narrower or a user loses a role, tokens therefore end without having to be listed.
 */
import { openRoles } from '../../../policies/app-access.ts'
import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import type { RequiredOf } from '../../../policies/second-factor.ts'
import type { Family, TokenFamily } from '../../../policies/token-family.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { Client } from '../clients/client-record.ts'
import { digestOf } from '../keys/digest.ts'
import { writeFamily } from './family-record.ts'
import type { TokenIssuer } from './issuer.ts'
import type { FamilyAccess } from './token-holder.ts'
import type { Transition } from './transition.ts'

const rules = new WeakMap<Client, { readonly of: string; readonly rule: string }>()

/** A digest of the rules. It does not depend on the order of the roles. @param roles those that have not ended */
function ruleOf(client: Client, roles: readonly string[], required: string): string {
  const of = `${roles.length} ${required}`
  const known = rules.get(client)
  if (known?.of === of) return known.rule
  const rule = digestOf(JSON.stringify(roles.toSorted()) + required, 9)
  rules.set(client, { of, rule })
  return rule
}

type Signed = Pick<Family, 'acr'>

/** The rule about second factors that a family must meet; empty if there is none, or if the family meets every one. */
function requiredText(required: (client: Client) => RequiredOf, client: Client, { acr }: Signed): string {
  const of = acr === ACR_TWO_FACTORS ? 'nobody' : required(client)
  return of === 'nobody' ? '' : JSON.stringify(of)
}

/** Without rules, and while the standing of the user never changed. Such a basis is not stored. */
const NO_RULES = '.0'

/** The rules and roles version that a client's users are checked against. */
export function accessBasis(
  { secondFactor: { required }, now }: Pick<TokenIssuer, 'secondFactor' | 'now'>,
  client: Client,
  family: Signed,
  rolesGeneration: number,
): string {
  const second = requiredText(required, client, family)
  const roles = openRoles(client.access, now())
  return `${roles === undefined && second === '' ? '' : ruleOf(client, roles ?? [], second)}.${rolesGeneration}`
}

/** What a family records: the basis, and when the user's standing next changes by itself, in ms since the epoch. */
const recorded = (basis: string, changesAt: number | undefined): string | undefined =>
  changesAt !== undefined ? `${basis} ${changesAt}` : basis === NO_RULES ? undefined : basis

/** The basis of a new family. A user who must have two factors is checked at the first use, in case of a grace. */
export const basisAtIssue = (
  issuer: Pick<TokenIssuer, 'secondFactor' | 'now'>,
  client: Client,
  signed: Signed,
  rolesGeneration: number,
  changesAt: number | undefined,
): string | undefined =>
  requiredText(issuer.secondFactor.required, client, signed) === ''
    ? recorded(accessBasis(issuer, client, signed, rolesGeneration), changesAt)
    : undefined

/**
 * Whether the family's user still has access to the client. `this-time`: by a grace or a trusted browser, which is
 * checked at every use. `basis`: what the family should record.
 * @param rolesGeneration read before the user lookup
 */
export async function mayStillEnter(
  issuer: Pick<TokenIssuer, 'mayEnter' | 'secondFactor' | 'now'>,
  client: Client,
  family: Family,
  rolesGeneration: number,
): Promise<{ readonly access: FamilyAccess | 'unchanged'; readonly basis?: string | undefined }> {
  const current = accessBasis(issuer, client, family, rolesGeneration)
  const [basis, changesAt] = (family.accessBasis ?? NO_RULES).split(' ')
  if (basis === current && (changesAt === undefined || Number(changesAt) > issuer.now())) return { access: 'unchanged' }
  const found = await issuer.mayEnter(family, client)
  return { access: found.access, basis: recorded(current, found.changesAt) }
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
  let found: Awaited<ReturnType<typeof mayStillEnter>>
  try {
    found = await mayStillEnter(issuer, client, family, rolesGeneration)
  } catch (error) {
    await families.takeBack(id, expected, next, priorTtlMs)
    throw error
  }
  const { access, basis } = found
  if (access === 'second-factor') {
    // The family is usable again if an administrator grants the user a grace or removes the rule.
    await families.takeBack(id, expected, next, priorTtlMs)
    return deny('invalid_grant', 'second_factor_required')
  }
  if (access === 'no-role' || access === 'inactive') {
    await families.revoke(id)
    return deny('invalid_grant', access === 'inactive' ? 'account_inactive' : 'access_rule')
  }
  if (access !== 'still' || basis === undefined) return { allowed: true, record: next }
  const record = writeFamily({ ...family, accessBasis: basis })
  // If this write loses to a concurrent change, the user is checked again at the next use.
  await families.replace(id, next, record, ttlMs)
  return { allowed: true, record }
}
