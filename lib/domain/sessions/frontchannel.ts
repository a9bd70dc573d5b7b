import { randomBytes } from 'node:crypto'
import { frameOutcome } from '../../../policies/frontchannel-logout.ts'
import { FRONTCHANNEL_TICKET_SECONDS } from '../../../policies/lifetimes.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { digestOf } from '../keys/digest.ts'
import { readList, writeList } from '../stored-record.ts'
import { withParameters } from '../with-parameters.ts'
import type { EndedClient } from './ending-notices.ts'

/** A client's front-channel logout page, ready to load in an iframe. */
export interface FrontchannelLogout {
  readonly client_id: string
  readonly sid: string
  readonly uri: string
  readonly name: string
  readonly icon?: string | undefined
  /** Set if the loaded page means that the app has signed the user out. */
  readonly confirms?: true
}

/** The clients' front-channel logout URIs with `iss` and `sid` (OIDC Front-Channel Logout s2). */
export function frontchannelLogouts(issuerUrl: string, clients: readonly EndedClient[]): readonly FrontchannelLogout[] {
  return clients.flatMap(({ client, sid }) =>
    client.frontchannelLogoutUri === undefined || client.status !== 'active'
      ? []
      : [
          {
            client_id: client.clientId,
            sid,
            name: client.clientName,
            icon: client.icon,
            uri: withParameters(client.frontchannelLogoutUri, { iss: issuerUrl, sid }),
            ...(frameOutcome(issuerUrl, client) === 'confirmed' ? { confirms: true } : {}),
          },
        ],
  )
}

const KIND = 'frontchannel'

/** The front-channel logout pages that a browser must load after a centralized logout, kept for 120 seconds (D-S6). */
export type FrontchannelTickets = ReturnType<typeof frontchannelTickets>

export function frontchannelTickets(records: EphemeralStore) {
  const parse = (text: string | undefined): readonly FrontchannelLogout[] | undefined =>
    text === undefined ? undefined : readList<FrontchannelLogout>(text)
  const ttlMs = FRONTCHANNEL_TICKET_SECONDS * 1000
  return {
    /**
     * Stores the logout pages twice: for the token that requested the logout, and for a ticket that the browser gets.
     * @returns the ticket; undefined if there is nothing to load; `lost` if the store did not accept the pages
     */
    async issue(jti: string, logouts: readonly FrontchannelLogout[]): Promise<string | undefined | 'lost'> {
      const text = writeList(logouts)
      const ticket = logouts.length === 0 ? undefined : randomBytes(32).toString('base64url')
      const ids = [`token ${jti}`, ...(ticket === undefined ? [] : [digestOf(ticket)])]
      try {
        await Promise.all(ids.map((id) => records.put(KIND, id, text, ttlMs)))
      } catch (error) {
        // The logout is already complete, so a full store is no reason to report a failure.
        if (!(error instanceof StoreUnavailable)) throw error
        return 'lost'
      }
      return ticket
    },
    /** The logout pages stored for the Bearer token that requested the logout. */
    forToken: async (jti: string): Promise<readonly FrontchannelLogout[] | undefined> =>
      parse(await records.read(KIND, `token ${jti}`)),
    /** The logout pages stored for a ticket. A ticket works only once. */
    redeem: async (ticket: string): Promise<readonly FrontchannelLogout[] | undefined> =>
      ticket.length === 43 ? parse(await records.take(KIND, digestOf(ticket))) : undefined,
  }
}
