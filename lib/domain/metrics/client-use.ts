import type { DocumentStore } from '../../ports/documents.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { Client } from '../clients/client-record.ts'
import { readRecord } from '../stored-record.ts'
import { type ClientUse, dayOf, isWorthWriting, type Moment, type Stage, since, together } from './client-use-record.ts'
import type { FinishedRequest } from './finished-request.ts'
import { mergedCounts } from './merged-counts.ts'
import { grow, growHour } from './tallies.ts'

const COLLECTION = 'client-use'
/** Moments are updated at most once a minute, so that a busy client costs each node about one write per minute. */
const STEP_MS = 60_000

/** Records how clients are used across all nodes. This happens in the background. */
export type ClientUses = ReturnType<typeof clientUses>

/** A client's usage data while it is being collected. Every request updates it in place. */
type Noted = Partial<Record<Moment, number>> & { readonly days: Record<string, NotedDay> }
interface NotedDay {
  signIns: number
  refreshes: number
  reached?: Partial<Record<Stage, number>>
  refused?: Record<string, number>
  hours?: number[]
}

export interface UsePage {
  /** A client without an entry has not been used. */
  readonly uses: ReadonlyMap<string, ClientUse>
  /** The last ID that the page covers completely; undefined at the end of the list. */
  readonly until: string | undefined
}

export function clientUses(documents: DocumentStore, now: () => number) {
  const counts = mergedCounts<ClientUse>(documents, now, {
    collection: COLLECTION,
    empty: () => ({ days: {} }),
    together,
    restMs: STEP_MS,
    isUrgent: (stored, use) => isWorthWriting(stored, use, STEP_MS),
  })
  return {
    ...counts,
    note(request: FinishedRequest): void {
      const { client, event } = request
      if (client === undefined) return
      const [moments, stages, cause] = [momentsIn(request), stagesIn(request), causeIn(request)]
      if (moments.length === 0 && stages.length === 0 && cause === undefined) return
      const at = now()
      counts.note(client.clientId, (seen) => {
        const use = seen as Noted
        for (const moment of moments) use[moment] = at
        const day = (): NotedDay => (use.days[dayOf(at)] ??= { signIns: 0, refreshes: 0 })
        if (event === 'token.refreshed') day().refreshes += 1
        if (event === 'token.issued') {
          day().signIns += 1
          growHour((day().hours ??= []), new Date(at).getUTCHours())
        }
        for (const stage of stages) grow((day().reached ??= {}), stage)
        if (cause !== undefined) grow((day().refused ??= {}), cause)
        return use
      })
    },
    /** Ignores the usage of an earlier client with the same ID. */
    read: async ({ clientId, createdAt }: Pick<Client, 'clientId' | 'createdAt'>): Promise<ClientUse> =>
      since(createdAt, await counts.read(clientId)),
    /** The usage data of the clients that follow `after`, in order of ID. */
    async page(after: string | undefined, limit: number): Promise<UsePage> {
      const { documents: found } = await documents.list(COLLECTION, after, limit)
      const uses = new Map(counts.pending)
      for (const { id, value } of found) {
        const [stored, seen] = [readRecord<ClientUse>(value), uses.get(id)]
        uses.set(id, seen === undefined ? stored : together(stored, seen))
      }
      return { uses, until: found.length < limit ? undefined : found.at(-1)?.id }
    },
  }
}

/** Routes whose successful requests count as a moment for the client. */
const ANSWERED: Readonly<Record<string, Moment | undefined>> = {
  authorize: 'authorizedAt',
  userinfo: 'userinfoAt',
  registerSession: 'sessionRegisteredAt',
}
const ISSUED: Partial<Record<AuditEventName, Moment>> = {
  'token.issued': 'signedInAt',
  'token.refreshed': 'refreshedAt',
}

function momentsIn({ route, refusal, event, authenticated }: FinishedRequest): readonly Moment[] {
  const moments: Moment[] = []
  const answered = refusal === undefined ? ANSWERED[route.name] : undefined
  const issued = event === undefined ? undefined : ISSUED[event]
  if (answered !== undefined) moments.push(answered)
  if (issued !== undefined) moments.push(issued)
  if (authenticated === true) moments.push('secretUsedAt')
  return moments
}

/** Users who are already signed in get a code immediately, without seeing a page. */
function stagesIn({ route, event, shown }: FinishedRequest): readonly Stage[] {
  return [
    ...(route.name === 'authorize' ? (['requested'] as const) : []),
    ...(shown === undefined ? [] : [shown]),
    ...(event === 'code.issued' ? (['code'] as const) : []),
  ]
}

/** Why a sign-in or code exchange was rejected. A user's own decision does not count as a failure of the app. */
function causeIn({ route, refusal }: FinishedRequest): string | undefined {
  const counted = route.name === 'authorize' || route.name === 'token'
  return counted && refusal !== undefined && !BY_THE_USER.has(refusal.ref) ? refusal.ref : undefined
}
const BY_THE_USER: ReadonlySet<string> = new Set([
  'user_denied',
  'login_required',
  'consent_required',
  'consent_withdrawn',
  'interaction_required',
  'second_factor_required',
])
