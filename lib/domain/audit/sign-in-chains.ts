import type { AuditEvent, AuditEventName } from './events.ts'

/** What followed a sign-in at the app it was for. */
export interface FollowedBy {
  readonly events: readonly AuditEventName[]
  /** Finds them. */
  readonly sid: string | undefined
}

/** A code is issued within so long after the sign-in, with all that is asked in between. */
const CHAIN_MS = 60 * 60_000

type Told = AuditEvent & { readonly at: number }

/** Puts together what one sign-in led to. Entries are given newest first, so what followed comes before the sign-in itself. */
export type SignInChains = ReturnType<typeof signInChains>

export function signInChains() {
  const chains = new Map<string, { readonly tokens: AuditEventName[]; code?: Told }>()
  const keyOf = ({ user, client }: Told): string => `${user} ${client}`
  return {
    /** A code or a token. */
    note(entry: Told): void {
      const key = keyOf(entry)
      const known = chains.get(key)
      // Tokens before a code belong to it; a code before a code was for another visit of the same user.
      const chain = known === undefined || known.code !== undefined ? { tokens: [] } : known
      chains.set(key, entry.event === 'code.issued' ? { ...chain, code: entry } : chain)
      if (entry.event !== 'code.issued') chain.tokens.push(entry.event)
    },
    /** What followed this entry; undefined for anything but a sign-in that led somewhere. */
    after(entry: Told): FollowedBy | undefined {
      if (entry.event !== 'sign-in.succeeded') return undefined
      const key = keyOf(entry)
      const chain = chains.get(key)
      chains.delete(key)
      if (chain?.code === undefined || chain.code.at - entry.at > CHAIN_MS) return undefined
      return { events: [chain.code.event, ...new Set(chain.tokens.toReversed())], sid: chain.code.sid }
    },
  }
}
