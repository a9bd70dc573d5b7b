import type { AuditEvent } from './events.ts'

/**
 * What the trail is looked at for. `story` is everything but the codes and tokens that follow each sign-in; `changes` is what
 * somebody did to somebody or something else: administrators, the command line, the configuration.
 */
export const AUDIT_KINDS = ['story', 'sign-ins', 'failures', 'changes', 'tokens'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

type Judged = Pick<AuditEvent, 'event' | 'result' | 'actor' | 'user'>

const SIGN_INS: readonly string[] = ['sign-in', 'consent', 'logout']
const TOKENS: readonly string[] = ['code', 'token']

export const isRefused = ({ result }: Judged): boolean => result === 'refused'

export const isChange = ({ actor, user, result }: Judged): boolean =>
  result === 'ok' && actor !== undefined && actor !== user

/** What follows of itself when a user signs in to an app. */
export const isOfTokens = ({ event, result }: Judged): boolean => result === 'ok' && TOKENS.includes(groupOf(event))

export function isOfKind(entry: Judged, kind: AuditKind): boolean {
  if (kind === 'failures') return isRefused(entry)
  if (kind === 'changes') return isChange(entry)
  if (kind === 'tokens') return TOKENS.includes(groupOf(entry.event))
  return kind === 'story' ? !isOfTokens(entry) : SIGN_INS.includes(groupOf(entry.event)) && !isChange(entry)
}

/** The part of an event's name before the dot. */
export const groupOf = (event: AuditEvent['event']): string => event.slice(0, event.indexOf('.'))
