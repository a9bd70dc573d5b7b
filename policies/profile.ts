/**
 * What of a person's details may be changed, and what may stand there. Only what was really changed is judged, so that an old
 * value which the rule would refuse today never keeps anybody from changing another.
 *
 * Spec      decision A1; ux.md C2, B12
 * RFC       OIDC Core s5.1
 * Deny      the page or the command says what is wrong and asks again, HTTP 422
 * Enforced  lib/apps/portal/profile.ts, lib/apps/admin/users/edit.ts, lib/apps/admin/users/create.ts, lib/cli/commands/user-update.ts
 * Tests     test/policies/profile.test.ts, test/flows/portal-profile.test.ts
 */
export const PROFILE_FIELDS = ['name', 'given_name', 'family_name', 'email', 'locale', 'zoneinfo'] as const
export type ProfileField = (typeof PROFILE_FIELDS)[number]

/** What is to become of each field; null empties it, an absent one stays. */
export type ProfileChanges = { readonly [Field in ProfileField]?: string | null }
export type ProfileIssue = 'too_long' | 'unusable' | 'email_malformed' | 'language_unknown' | 'zone_unknown'

export const DETAIL_MAX_LENGTH = 254

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/
/** Nobody can tell these from nothing; joiners are letters' glue in many scripts. */
const INVISIBLE = /(?![\u200C\u200D])[\p{C}\p{Zl}\p{Zp}]/u

export interface ProfileDecision {
  readonly changes: ProfileChanges
  readonly faults: readonly { readonly field: ProfileField; readonly fault: ProfileIssue }[]
}

/**
 * @param typed what the form said; fields that are not in it stay
 * @param editable what may be changed; anything else that was typed is not looked at
 */
export function decideProfile(
  before: { readonly [Field in ProfileField]?: string | undefined },
  typed: { readonly [Field in ProfileField]?: string | undefined },
  editable: readonly ProfileField[],
): ProfileDecision {
  const changed = PROFILE_FIELDS.flatMap((field) => {
    const text = typed[field]?.trim()
    return text === undefined || !editable.includes(field) || text === (before[field] ?? '')
      ? []
      : [[field, text] as const]
  })
  return {
    changes: Object.fromEntries(changed.map(([field, text]) => [field, text === '' ? null : text])),
    faults: changed.flatMap(([field, text]) => {
      const fault = text === '' ? undefined : detailIssue(field, text)
      return fault === undefined ? [] : [{ field, fault }]
    }),
  }
}

export function detailIssue(field: ProfileField, text: string): ProfileIssue | undefined {
  if (text.length > DETAIL_MAX_LENGTH) return 'too_long'
  if (INVISIBLE.test(text)) return 'unusable'
  if (field === 'email' && !EMAIL.test(text)) return 'email_malformed'
  if (field === 'locale' && !LANGUAGE.test(text)) return 'language_unknown'
  return field === 'zoneinfo' && !TIME_ZONES.includes(text) ? 'zone_unknown' : undefined
}

/** Names of the IANA time zones. */
export const TIME_ZONES: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].toSorted()
