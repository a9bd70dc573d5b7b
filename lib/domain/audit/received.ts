import { createHash } from 'node:crypto'
import { rateAddress } from '../../../policies/network-address.ts'
import type { BoundedLog } from '../../ports/bounded-log.ts'
import { recordIn, writeRecord } from '../stored-record.ts'

const LOG = 'received'
const KEEP_MS = 86_400_000
/** Maximum number of anonymous requests kept (D-G12), in total and per IP address. */
const TOTAL = 10_000
const PER_ADDRESS = 500

/** Parameters of a rejected request that the holder of its `error_uri` may see. */
export interface Received {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly ref: string
  /** Issues in the request in addition to `ref`. */
  readonly also: readonly string[]
  readonly clientId?: string | undefined
  readonly redirectUri?: string | undefined
  readonly scope?: string | undefined
  readonly names: readonly string[]
  /** Number of parameters that are not listed in `names`. */
  readonly unnamed: number
}

/** Parameters of rejected requests, kept for a day. */
export type ReceivedRequests = ReturnType<typeof receivedRequests>

export function receivedRequests(bounded: BoundedLog, now: () => number, report: (error: unknown) => void) {
  return {
    /** @param id Portico's request ID @param address the client's IP address */
    keep(id: string, address: string, received: Received): void {
      const share = createHash('sha256').update(rateAddress(address)).digest('base64url')
      const bounds = { total: TOTAL, perShare: PER_ADDRESS, since: now() - KEEP_MS, expendable: true } as const
      const draft = { id, share, at: received.at, text: writeRecord(received) }
      bounded.put(LOG, [draft], 'keep', bounds).catch(report)
    },
    async find(id: string): Promise<Received | undefined> {
      const received = recordIn<Received>(await bounded.find(LOG, id))
      return received !== undefined && received.at > now() - KEEP_MS ? received : undefined
    },
  }
}
