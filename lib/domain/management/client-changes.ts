import type { AppAccess } from '../../../policies/app-access.ts'
import { endOf } from '../../../policies/end-dates.ts'
import { AUDITED_FIELDS, type AuditedField } from '../clients/audited-fields.ts'
import type { Client } from '../clients/client-record.ts'

export type ClientChanges = Readonly<Partial<Record<AuditedField, readonly [before: unknown, after: unknown]>>>

/** Returns the differences between two states of a client; a missing field counts as null. */
export function clientChanges(before: Partial<Client> | undefined, after: Partial<Client> | undefined): ClientChanges {
  return Object.fromEntries(
    AUDITED_FIELDS.flatMap((field) => {
      const [old, fresh] = [valueOf(before, field), valueOf(after, field)]
      return JSON.stringify(old) === JSON.stringify(fresh) ? [] : [[field, [old, fresh]]]
    }),
  )
}

/** Entry after the roles in the recorded value of `access`. */
export const SECOND_FACTOR = 'second factor'

const accessOf = ({ roles = [], until, secondFactor }: AppAccess = {}): readonly string[] | null => {
  const entries = roles.map((role) => [role, endOf(until, role)].filter(Boolean).join(' until '))
  return roles.length === 0 && secondFactor !== true ? null : [...entries, ...(secondFactor ? [SECOND_FACTOR] : [])]
}

/** Returns the value of a field as the audit trail records it; null if the field is not set. */
function valueOf(client: Partial<Client> | undefined, field: AuditedField): unknown {
  if (field === 'access') return accessOf(client?.access)
  if (field === 'backend')
    return client?.backend === undefined ? null : [...client.backend.addresses, `${client.backend.perMinute} a minute`]
  if (field !== 'gate') return client?.[field] ?? null
  return client?.gate === undefined ? null : [client.gate.url, ...(client.gate.assertion ? ['assertion'] : [])]
}
