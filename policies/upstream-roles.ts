/**
 * Which roles an external provider's claims grant: only those in the connector's table, whatever the claim contains.
 * The claims are read again at every sign-in. If a user has too many groups, Entra omits all of them from the ID token
 * and names an endpoint that lists them. Portico does not call that endpoint, so the user has no roles.
 *
 * Spec      setting login.upstreams[].roles; D-A3, D-A5
 * RFC       OIDC Core s5.1.2 (additional claims), s5.6.2 (_claim_names)
 * Deny      none: a value that is not in the table grants no role
 * Enforced  lib/protocol/upstream/map-claims.ts, lib/protocol/upstream/services.ts
 * Tests     test/policies/upstream-roles.test.ts, test/flows/upstream.test.ts, test/flows/panel-connectors.test.ts
 */
export interface RoleTable {
  readonly claim: string
  readonly map: Readonly<Record<string, readonly string[]>>
}

export function mappedRoles(
  claims: Readonly<Record<string, unknown>>,
  table: RoleTable | undefined,
): readonly string[] {
  if (table === undefined || leavesRolesOut(claims, table)) return []
  const said = claimAt(claims, table.claim)
  const values: readonly unknown[] = Array.isArray(said) ? said : [said]
  return [...new Set(Object.entries(table.map).flatMap(([value, roles]) => (values.includes(value) ? roles : [])))]
}

/** Whether the provider omitted the table's claim because the ID token would have been too long. */
export function leavesRolesOut(claims: Readonly<Record<string, unknown>>, table: RoleTable | undefined): boolean {
  if (table === undefined) return false
  const { _claim_names: distributed, hasgroups } = claims
  const isDistributed =
    typeof distributed === 'object' && distributed !== null && Object.hasOwn(distributed, table.claim)
  return isDistributed || (table.claim === 'groups' && (hasgroups === true || hasgroups === 'true'))
}

/** Finds a claim by its full name or, failing that, by its dotted path into objects. */
export function claimAt(claims: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name]
  let found: unknown = claims
  for (const part of name.split('.')) {
    if (typeof found !== 'object' || found === null || Array.isArray(found) || !Object.hasOwn(found, part))
      return undefined
    found = (found as Record<string, unknown>)[part]
  }
  return found
}
