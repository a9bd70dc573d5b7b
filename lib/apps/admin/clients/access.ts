/** The access section of "Scopes and access": reads the form and asks for confirmation if users would lose access. */
import { appAccessIssues, lostAccess, type RoleRule } from '../../../../policies/app-access.ts'
import { endOf } from '../../../../policies/end-dates.ts'
import { everyAccount, SCAN_MAX } from '../../../domain/accounts/account-search.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { accessImpact } from '../../../domain/management/access-impact.ts'
import { countRoles } from '../../../domain/management/role-operations.ts'
import { type FactorImpact, factorImpact } from '../../../domain/management/second-factor-impact.ts'
import { clientIssueText } from '../../../web/ui/texts/client-issue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { formAt, viewOf } from '../../first-party/page.ts'
import { clientPath, userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { type AccessProps, AccessQuestion } from './access-view.tsx'
import { editFields } from './edit.ts'
import { linesOf } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

/** Maximum number of characters of an invalid role to show in the error message. */
const ROLE_SHOWN = 40

export type AccessChoice = RoleRule | 'all-users'

/** The selected access. Roles selected or typed while *All users* is selected are ignored. */
export function accessIn({ form, formLists }: ClientsRequest, otherwise: AccessChoice): AccessChoice {
  const sent = form.get('access')
  if (sent === 'all-users') return 'all-users'
  if (sent !== 'roles') return otherwise
  const roles = [...(formLists.get('access_role') ?? []), ...linesOf(form.get('access_roles') ?? '')]
  return ruleOf(roles)
}

/** The roles of a rule as lines: a role, and the date on which its access ends, if any. */
export const entriesOf = ({ roles, until }: RoleRule): readonly string[] =>
  roles.map((role) => [role, endOf(until, role)].filter(Boolean).join(' '))

/** Reads lines such as `finance 2027-01-31`. */
function ruleOf(lines: readonly string[]): RoleRule {
  const entries = lines.map((line) => {
    const [, role = line, end] = /^(.*\S)\s+(\d{4}-\d\S*)$/.exec(line) ?? []
    return [role, end] as const
  })
  const until = Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined))
  return { roles: [...new Set(entries.map(([role]) => role))], until }
}

/** The roles that users of the embedded directory hold. In a host's directory, they are unknown. */
export async function heldRoles({ services }: ClientsRequest): Promise<Pick<AccessProps, 'held' | 'knowsAll'>> {
  if (services.embedded === undefined) return { held: [], knowsAll: false }
  const accounts = await everyAccount(services.embedded)
  return { held: await countRoles(accounts), knowsAll: accounts.length < SCAN_MAX }
}

/** The form fields that represent the selected access. */
export const accessFields = (access: AccessChoice): Readonly<Record<string, string>> =>
  access === 'all-users' ? { access } : { access: 'roles', access_roles: entriesOf(access).join('\n') }

export function accessIssue(page: ClientsRequest, access: AccessChoice): string | undefined {
  const [issue] = access === 'all-users' ? [] : appAccessIssues(access)
  if (issue === undefined) return undefined
  const role = isolate((issue.role ?? '').slice(0, ROLE_SHOWN))
  return clientIssueText({ field: 'access', ...issue, role }, viewOf(page).t.issues.client)
}

/**
 * If users would lose access, or must set up two-step verification for the app, lists them and asks for confirmation.
 * Confirming submits the edit again.
 */
export async function askLostAccess(
  page: ClientsRequest,
  client: Client,
  { access, secondFactor }: { readonly access: AccessChoice; readonly secondFactor: boolean },
  fields: Readonly<Record<string, string>>,
): Promise<'asked' | 'need-not-ask'> {
  if (page.form.get('lost') === 'known') return 'need-not-ask'
  const { storage, embedded, users, configuration, now, managedUsers } = page.services
  const after = access === 'all-users' ? undefined : access
  const parts = { storage, directory: embedded, find: users.find, now }
  const isNarrower = after !== undefined && lostAccess(client.access, after, now()) !== 'no-users'
  const impact = isNarrower ? await accessImpact(parts, client.clientId, client.access, after) : undefined
  const settingUp = await factorImpact({ ...parts, users, settings: configuration.login.secondFactor }, client.access, {
    ...client,
    access: { ...after, secondFactor },
  })
  // In a host's directory, more users can be affected than can be counted.
  const stops = settingUp !== undefined && (settingUp.count > 0 || settingUp.known === 'signed-in')
  if (impact === undefined && !stops) return 'need-not-ask'
  const linked = <Impact extends Pick<FactorImpact, 'named'>>(one: Impact) => ({
    ...one,
    named: one.named.map(({ sub, name }) => ({ name, href: managedUsers && page.href(userPath(sub)) })),
  })
  await show(page, 200, AccessQuestion, {
    client: headOf(client),
    narrower: impact && { roles: after?.roles ?? [], ...linked(impact) },
    settingUp: settingUp && linked(settingUp),
    form: formAt(page, clientPath(client.clientId, 'scopes'), {
      ...editFields(page, client),
      ...fields,
      ...accessFields(access),
      lost: 'known',
    }),
  })
  return 'asked'
}
