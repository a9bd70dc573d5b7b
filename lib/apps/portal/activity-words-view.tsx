import type { AuditEventName, FailureReason } from '../../domain/audit/events.ts'
import type { Messages } from '../../web/ui/texts/catalogue.ts'

/** What users are told of; the rest are steps of these, or concern nobody's own account. */
export const OWN_EVENTS = [
  'sign-in.succeeded',
  'sign-in.failed',
  'sign-in.throttled',
  'sign-in.strengthened',
  'consent.given',
  'consent.declined',
  'consent.withdrawn',
  'token.issued',
  'token.replayed',
  'token.revoked',
  'request.refused',
  'logout.session',
  'logout.everywhere',
  'logout.upstream',
  'client.tokens-revoked',
  'account.created',
  'account.changed',
  'account.suspended',
  'account.reactivated',
  'account.pause-ended',
  'account.roles-changed',
  'account.password-reset',
  'account.password-change-asked',
  'account.password-changed',
  'account.passkey-added',
  'account.passkey-renamed',
  'account.passkey-removed',
  'account.authenticator-added',
  'account.authenticator-removed',
  'account.recovery-codes-made',
  'account.recovery-code-used',
  'account.identity-linked',
  'account.identity-unlinked',
  'account.device-trusted',
  'account.device-forgotten',
  'account.second-factor-removed',
  'account.password-recovered',
  'account.invitation-accepted',
  'account.address-proved',
  'account.secured',
] as const satisfies readonly AuditEventName[]
export type OwnEvent = (typeof OWN_EVENTS)[number]

export const hasWords = (event: AuditEventName): event is OwnEvent =>
  (OWN_EVENTS as readonly AuditEventName[]).includes(event)

export interface Happening {
  readonly event: OwnEvent
  readonly reason?: FailureReason | undefined
  /** Name of the app that it was about. */
  readonly app?: string | undefined
}

/** What it means for the user: `withApp` where the words name the app themselves. */
export function wordsOf(
  { event, reason, app }: Happening,
  { portal: { activity } }: Messages,
): { readonly text: string; readonly withApp: boolean } {
  const reasons: Readonly<Partial<Record<FailureReason, string>>> = activity.reasons
  const why = reason === undefined ? undefined : reasons[reason]
  if (why !== undefined) return { text: why, withApp: false }
  const ofApps: Readonly<Partial<Record<OwnEvent, (parts: { app: string }) => string>>> = activity.appEvents
  const ofApp = app === undefined ? undefined : ofApps[event]
  return app === undefined || ofApp === undefined
    ? { text: activity.events[event], withApp: false }
    : { text: ofApp({ app }), withApp: true }
}
