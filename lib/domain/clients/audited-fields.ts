import type { Client } from './client-record.ts'

/** Fields of a client that the audit log contains; never the secret, its hash or its epoch. */
export const AUDITED_FIELDS = [
  'clientName',
  'ownerEmail',
  'type',
  'environment',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'scopes',
  'access',
  'gate',
  'backend',
  'consent',
  'idTokenClaims',
  'listed',
  'status',
  'secretCreatedAt',
] as const satisfies readonly (keyof Client)[]
export type AuditedField = (typeof AUDITED_FIELDS)[number]
