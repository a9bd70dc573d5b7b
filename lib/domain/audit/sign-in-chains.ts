import type { AuditEvent, AuditEventName } from './events.ts'

/** Events that followed a sign-in at its app. */
export interface FollowedBy {
  readonly events: readonly AuditEventName[]
  /** Finds these events. */
  readonly sid: string | undefined
}

/** Maximum time between a sign-in and its code, including all screens in between. */
const CHAIN_MS = 60 * 60_000

type TimedEvent = AuditEvent & { readonly at: number }

/** Groups the events that one sign-in led to. Entries come newest first, so these events precede the sign-in. */
export function signInChains() {
  const chains = new Map<string, { readonly tokens: AuditEventName[]; code?: TimedEvent }>()
  const keyOf = ({ user, client }: TimedEvent): string => `${user} ${client}`
  return {
    /** @param entry a code or a token */
    note(entry: TimedEvent): void {
      const key = keyOf(entry)
      const known = chains.get(key)
      // Tokens before a code belong to it; a code before a code belongs to another visit of the same user.
      const chain = known === undefined || known.code !== undefined ? { tokens: [] } : known
      chains.set(key, entry.event === 'code.issued' ? { ...chain, code: entry } : chain)
      if (entry.event !== 'code.issued') chain.tokens.push(entry.event)
    },
    /** Events that followed this entry; undefined unless it is a sign-in that led to a code. */
    after(entry: TimedEvent): FollowedBy | undefined {
      if (entry.event !== 'sign-in.succeeded') return undefined
      const key = keyOf(entry)
      const chain = chains.get(key)
      chains.delete(key)
      if (chain?.code === undefined || chain.code.at - entry.at > CHAIN_MS) return undefined
      return { events: [chain.code.event, ...new Set(chain.tokens.toReversed())], sid: chain.code.sid }
    },
  }
}
