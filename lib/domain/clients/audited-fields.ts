import { CLIENT_FIELDS, type CLIENT_KEYS } from './client-keys.ts'

/** Fields of a client that the audit log contains; never the secret, its hash or its epoch. */
export type AuditedField = Exclude<keyof typeof CLIENT_KEYS, 'clientId'> | 'secretCreatedAt'

export const AUDITED_FIELDS: readonly AuditedField[] = [
  ...CLIENT_FIELDS.filter((field) => field !== 'clientId'),
  'secretCreatedAt',
]
