/**
 * Conditions that an administrator should fix before they cause trouble. Each is a secret, redirect URI, logout
 * notification, signing key, store, connector or mail server that does not work well.
 *
 * Spec      "Needs attention" on the panel's overview
 * RFC       9700 s2.6 (redirect URIs over http), NIST SP 800-57 s5.3 (cryptoperiods)
 * Deny      none; advisory only
 * Enforced  lib/domain/metrics/count-clients.ts, lib/apps/admin/operations/service-attention.ts,
 *           lib/domain/emails/email-health.ts, lib/cli/doctor/upstreams.ts
 * Tests     test/policies/attention.test.ts, test/flows/panel-overview.test.ts, test/flows/panel-email-health.test.ts,
 *           test/flows/panel-connectors.test.ts, test/cli/doctor-upstreams.test.ts
 */

const DAY_MS = 86_400_000
/** Thresholds in days, except `failures` (per day), `connectorFailures` and `emailFailures` (in a row). */
export const ATTENTION = {
  http: 90,
  secretUnused: 7,
  secretOld: 365,
  keyOverdue: 7,
  failures: 5,
  secretExpires: 30,
  connectorFailures: 3,
  emailFailures: 3,
} as const

/** How many days a dismissed warning stays hidden. */
export const DISMISSED_DAYS = 90

/** Times in milliseconds since the epoch. */
export interface ObservedClient {
  readonly status: 'active' | 'disabled'
  readonly hasSecret: boolean
  readonly environment: 'development' | 'live'
  readonly redirectUris: readonly string[]
  readonly createdAt: number
  /** Absent if the secret comes from the configuration, because its age is then unknown. */
  readonly secretCreatedAt?: number
  readonly secretUsedAt?: number
}

export const ATTENTION_REASONS = ['secret-unused', 'secret-old', 'http-for-long'] as const
export type ClientAttention = (typeof ATTENTION_REASONS)[number]

/** Returns a client's warnings. A disabled client has none, because it cannot be used. */
export function clientAttention(client: ObservedClient, now: number): readonly ClientAttention[] {
  if (client.status === 'disabled') return []
  const isOlder = (at: number, days: number): boolean => now - at > days * DAY_MS
  const isHttp = client.environment === 'development' && client.redirectUris.some((uri) => uri.startsWith('http:'))
  const found: ClientAttention[] = isHttp && isOlder(client.createdAt, ATTENTION.http) ? ['http-for-long'] : []
  if (!client.hasSecret) return found
  const { secretCreatedAt = client.createdAt, secretUsedAt = 0 } = client
  if (secretUsedAt < secretCreatedAt && isOlder(secretCreatedAt, ATTENTION.secretUnused))
    return [...found, 'secret-unused']
  return client.secretCreatedAt !== undefined && isOlder(secretCreatedAt, ATTENTION.secretOld)
    ? [...found, 'secret-old']
    : found
}

export interface ObservedService {
  /** When the current key started signing; absent for an external key. */
  readonly signingSince?: number
  readonly rotateAfterDays: number
  /** `memory`: all data is lost when the process exits. */
  readonly store: 'lasting' | 'memory'
  readonly https: boolean
}

export function serviceAttention(service: ObservedService, now: number): readonly ('key-overdue' | 'store-forgets')[] {
  const { signingSince, rotateAfterDays, store, https } = service
  const days = rotateAfterDays + ATTENTION.keyOverdue
  return [
    ...(signingSince !== undefined && now - signingSince > days * DAY_MS ? ['key-overdue' as const] : []),
    ...(https && store === 'memory' ? ['store-forgets' as const] : []),
  ]
}

/** IDs of clients whose failed logout notifications exceed the daily threshold. */
export function failingClients(failures: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(failures)
    .filter(([, count]) => count > ATTENTION.failures)
    .map(([clientId]) => clientId)
}

/** Times in milliseconds since the epoch. */
export interface ObservedConnector {
  readonly secretExpiresAt?: number | undefined
  /** Number of sign-ins that have failed because of the provider since the last successful one (`providerSignal`). */
  readonly failures: number
  /** Whether the provider left groups out of an ID token because there were too many, so the user got no roles. */
  readonly groupsLeftOut: boolean
}

export type ConnectorAttention = 'failing' | 'secret-expired' | 'secret-expires' | 'groups-left-out'

/** Returns a connector's warnings, most serious first. */
export function connectorAttention(connector: ObservedConnector, now: number): readonly ConnectorAttention[] {
  const { secretExpiresAt: ends = Number.POSITIVE_INFINITY, failures, groupsLeftOut } = connector
  return [
    ...(failures >= ATTENTION.connectorFailures ? (['failing'] as const) : []),
    ...(now >= ends ? (['secret-expired'] as const) : []),
    ...(now < ends && now >= ends - ATTENTION.secretExpires * DAY_MS ? (['secret-expires'] as const) : []),
    ...(groupsLeftOut ? (['groups-left-out'] as const) : []),
  ]
}

/** Failed attempts to send emails since the mail server last accepted one. */
export interface ObservedEmails {
  readonly failures: number
  /** Number of users whose emails failed. */
  readonly recipients: number
  /** The response to the last attempt. */
  readonly answer: string
}

/** A temporary rejection (4yz) of one email, for example if the mailbox is full. 421 is about the server itself. */
const ABOUT_RECIPIENT = /^4(?!21)\d\d/

/** Whether emails are not being sent, unless the cause can be a single recipient. */
export function emailAttention({ failures, recipients, answer }: ObservedEmails): 'emails-stuck' | undefined {
  const canBeRecipient = recipients === 1 && ABOUT_RECIPIENT.test(answer)
  return failures >= ATTENTION.emailFailures && !canBeRecipient ? 'emails-stuck' : undefined
}
