import { createHash } from 'node:crypto'
import { rateAddress } from '../../../policies/network-address.ts'
import type { BoundedLog } from '../../ports/bounded-log.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

const LOG = 'received'
const KEEP_MS = 86_400_000
/** Of anonymous requests (D-G12): so many in all, and of one address. */
const TOTAL = 10_000
const PER_ADDRESS = 500

/** What a refused request sent, as far as it may be shown to whoever holds its `error_uri`. */
export interface Received {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly ref: string
  /** What else was wrong with it. */
  readonly also: readonly string[]
  readonly clientId?: string | undefined
  readonly redirectUri?: string | undefined
  readonly scope?: string | undefined
  readonly names: readonly string[]
  /** How many more parameters it had. */
  readonly unnamed: number
}

/** What refused requests sent, for a day. */
export type ReceivedRequests = ReturnType<typeof receivedRequests>

export function receivedRequests(bounded: BoundedLog, now: () => number, report: (error: unknown) => void) {
  return {
    /** @param id the service's own @param address of the caller */
    keep(id: string, address: string, received: Received): void {
      const share = createHash('sha256').update(rateAddress(address)).digest('base64url')
      const bounds = { total: TOTAL, perShare: PER_ADDRESS, since: now() - KEEP_MS, expendable: true } as const
      const draft = { id, share, at: received.at, text: writeRecord(received) }
      bounded.put(LOG, [draft], 'keep', bounds).catch(report)
    },
    async find(id: string): Promise<Received | undefined> {
      const text = await bounded.find(LOG, id)
      const received = text === undefined ? undefined : readRecord<Received>(text)
      return received !== undefined && received.at > now() - KEEP_MS ? received : undefined
    },
  }
}
