import { CLIENT_FIELDS, type CLIENT_KEYS } from './client-keys.ts'

/** Client fields that are recorded in the audit log; never the secret, its hash, or the epoch. */
export type AuditedField = Exclude<keyof typeof CLIENT_KEYS, 'clientId'> | 'secretCreatedAt'

export const AUDITED_FIELDS: readonly AuditedField[] = [
  ...CLIENT_FIELDS.filter((field) => field !== 'clientId'),
  'secretCreatedAt',
]
