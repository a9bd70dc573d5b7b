import type { AuditEvent } from './events.ts'

/**
 * Views of the trail. `story`: everything except the codes and tokens that follow each sign-in. `changes`: operations
 * by administrators, the command line, or the configuration, but not a user's changes to their own account.
 */
export const AUDIT_KINDS = ['story', 'sign-ins', 'failures', 'changes', 'tokens'] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

type Classified = Pick<AuditEvent, 'event' | 'result' | 'actor' | 'user'>

const SIGN_INS: readonly string[] = ['sign-in', 'consent', 'logout']
const TOKENS: readonly string[] = ['code', 'token']

export const isRefused = ({ result }: Classified): boolean => result === 'refused'

export const isChange = ({ actor, user, result }: Classified): boolean =>
  result === 'ok' && actor !== undefined && actor !== user

/** Whether the entry is about codes or tokens, such as those issued after a sign-in to an app. */
export const isOfTokens = ({ event, result }: Classified): boolean => result === 'ok' && TOKENS.includes(groupOf(event))

export function isOfKind(entry: Classified, kind: AuditKind): boolean {
  if (kind === 'failures') return isRefused(entry)
  if (kind === 'changes') return isChange(entry)
  if (kind === 'tokens') return TOKENS.includes(groupOf(entry.event))
  return kind === 'story' ? !isOfTokens(entry) : SIGN_INS.includes(groupOf(entry.event)) && !isChange(entry)
}

/** The part of the event name before the dot. */
export const groupOf = (event: AuditEvent['event']): string => event.slice(0, event.indexOf('.'))
