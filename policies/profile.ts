/**
 * Which of a user's details may be changed, and to which values. Only changed values are checked, so an old invalid
 * value never prevents a change to a different field.
 *
 * Spec      profile page in the portal, users in the panel, `user update`; D-A1
 * RFC       OIDC Core s5.1
 * Deny      the page or the command shows the issue and prompts again, HTTP 422; an import rejects the line; an invalid
 *           configuration keeps Portico from starting; a detail from a provider or an LDAP server is omitted
 * Enforced  lib/apps/portal/profile.ts, lib/apps/admin/users/edit.ts, lib/apps/admin/users/create.ts,
 *           lib/cli/commands/user-update.ts, lib/cli/commands/user.ts, lib/config/checks/accounts.ts,
 *           lib/protocol/upstream/map-claims.ts, adapters/ldap/entry.ts
 * Tests     test/policies/profile.test.ts, test/flows/portal-profile.test.ts, test/domain/details-of-users.test.ts
 */
import { mailAddress } from './email-address.ts'
import { typedName } from './username.ts'

export const PROFILE_FIELDS = ['name', 'given_name', 'family_name', 'email', 'locale', 'zoneinfo'] as const
/** A detail that users can change, as a claim name. */
export type ProfileField = (typeof PROFILE_FIELDS)[number]

/** A user's new details. Null clears a field, and absent fields stay unchanged. */
export type ProfileChanges = { readonly [Field in ProfileField]?: string | null }
export type ProfileIssue = 'too_long' | 'unusable' | 'email_malformed' | 'language_unknown' | 'zone_unknown'

export const DETAIL_MAX_LENGTH = 254

const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
/** Invisible characters, except for the zero-width joiners that many writing systems need. */
const INVISIBLE = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u

/** Forms show `issues` without converting them. */
export interface ProfileDecision {
  readonly changes: ProfileChanges
  readonly issues: readonly { readonly field: ProfileField; readonly code: ProfileIssue }[]
}

/**
 * @param typed the form's fields; absent fields stay unchanged
 * @param editable the fields that may be changed; all other fields in the form are ignored
 */
export function decideProfile(
  before: { readonly [Field in ProfileField]?: string | undefined },
  typed: { readonly [Field in ProfileField]?: string | undefined },
  editable: readonly ProfileField[],
): ProfileDecision {
  const changed = PROFILE_FIELDS.flatMap((field) => {
    const given = typed[field]
    const text = given === undefined ? undefined : typedName(given)
    return text === undefined || !editable.includes(field) || text === (before[field] ?? '')
      ? []
      : [[field, text] as const]
  })
  return {
    changes: Object.fromEntries(changed.map(([field, text]) => [field, text === '' ? null : text])),
    issues: changed.flatMap(([field, text]) => {
      const code = text === '' ? undefined : detailIssue(field, text)
      return code === undefined ? [] : [{ field, code }]
    }),
  }
}

/** Checks a detail from any source, such as the panel, a provider, an LDAP server, or an import. */
export function textIssue(text: string): 'too_long' | 'unusable' | undefined {
  if (text.length > DETAIL_MAX_LENGTH) return 'too_long'
  return INVISIBLE.test(text) ? 'unusable' : undefined
}

export function detailIssue(field: ProfileField, text: string): ProfileIssue | undefined {
  const issue = textIssue(text)
  if (issue !== undefined) return issue
  if (field === 'email' && mailAddress(text)?.domain.includes('.') !== true) return 'email_malformed'
  if (field === 'locale' && !LANGUAGE.test(text)) return 'language_unknown'
  return field === 'zoneinfo' && !TIME_ZONES.includes(text) ? 'zone_unknown' : undefined
}

/** Forms of claims that configuration, providers, and LDAP servers supply. Users choose theirs from a list. */
export const CLAIM_FORMS = {
  picture: '^https?://\\S+$',
  locale: '^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$',
  zoneinfo: '^[A-Za-z0-9_+/-]{1,64}$',
} as const
export const PICTURE_MAX_LENGTH = 2048

/** Whether a claim from a provider or an LDAP server can be stored. Otherwise, it is omitted, not shortened. */
export function isUsableClaim(claim: string, text: string): boolean {
  if (INVISIBLE.test(text) || text.length > (claim === 'picture' ? PICTURE_MAX_LENGTH : DETAIL_MAX_LENGTH)) return false
  if (claim === 'email') return mailAddress(text) !== undefined
  return claim in CLAIM_FORMS ? new RegExp(CLAIM_FORMS[claim as keyof typeof CLAIM_FORMS]).test(text) : true
}

export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
