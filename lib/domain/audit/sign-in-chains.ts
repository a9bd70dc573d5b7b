import type { AuditEvent, AuditEventName } from './events.ts'

/** Events that followed a sign-in to an app. */
export interface FollowedBy {
  readonly events: readonly AuditEventName[]
  /** Session ID with which to find these events in the trail. */
  readonly sid: string | undefined
}

/** Maximum time between a sign-in and its code, including all screens shown in between. */
const CHAIN_MS = 60 * 60_000

type TimedEvent = AuditEvent & { readonly at: number }

/** Groups the events that followed each sign-in. Entries arrive newest first, so events come before their sign-in. */
export function signInChains() {
  const chains = new Map<string, { readonly tokens: AuditEventName[]; code?: TimedEvent }>()
  const keyOf = ({ user, client }: TimedEvent): string => `${user} ${client}`
  return {
    /** @param entry an entry about a code or a token */
    note(entry: TimedEvent): void {
      const key = keyOf(entry)
      const known = chains.get(key)
      // Entries arrive newest first, so tokens seen before a code belong to it. A second code means a separate visit.
      const chain = known === undefined || known.code !== undefined ? { tokens: [] } : known
      chains.set(key, entry.event === 'code.issued' ? { ...chain, code: entry } : chain)
      if (entry.event !== 'code.issued') chain.tokens.push(entry.event)
    },
    /** Events that followed this entry; undefined unless the entry is a sign-in that led to a code. */
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
