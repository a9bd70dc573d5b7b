import { randomBytes } from 'node:crypto'
import { FRONTCHANNEL_TICKET_SECONDS } from '../../../policies/lifetimes.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { digestOf } from '../keys/digest.ts'
import { withParameters } from '../with-parameters.ts'
import type { EndedClient } from './ending.ts'

/** A client's front-channel logout, ready to be loaded. */
export interface FrontchannelLogout {
  readonly client_id: string
  readonly sid: string
  readonly uri: string
  readonly name: string
}

/** The front-channel URIs of the clients that have one, with `iss` and `sid` (OIDC Front-Channel Logout s2). */
export function frontchannelLogouts(issuerUrl: string, clients: readonly EndedClient[]): readonly FrontchannelLogout[] {
  return clients.flatMap(({ client, sid }) =>
    client.frontchannelLogoutUri === undefined || client.status !== 'active'
      ? []
      : [
          {
            client_id: client.clientId,
            sid,
            name: client.clientName,
            uri: withParameters(client.frontchannelLogoutUri, { iss: issuerUrl, sid }),
          },
        ],
  )
}

const KIND = 'frontchannel'

/** The front-channel logouts that a browser still has to load after a centralized logout, for 120 seconds (D-S6). */
export interface FrontchannelTickets {
  /**
   * Stores the list for the token that requested the logout and under a ticket for its browser; returns the ticket, or
   * undefined when there is nothing to load.
   */
  issue(jti: string, logouts: readonly FrontchannelLogout[]): Promise<string | undefined>
  /** For the Bearer token that requested the logout. */
  forToken(jti: string): Promise<readonly FrontchannelLogout[] | undefined>
  /** For a ticket, once. */
  redeem(ticket: string): Promise<readonly FrontchannelLogout[] | undefined>
}

export function frontchannelTickets(records: EphemeralStore): FrontchannelTickets {
  const parse = (text: string | undefined): readonly FrontchannelLogout[] | undefined =>
    text === undefined ? undefined : (JSON.parse(text) as readonly FrontchannelLogout[])
  const ttlMs = FRONTCHANNEL_TICKET_SECONDS * 1000
  return {
    async issue(jti, logouts) {
      const text = JSON.stringify(logouts)
      if (logouts.length === 0) {
        await records.put(KIND, `token ${jti}`, text, ttlMs)
        return undefined
      }
      const ticket = randomBytes(32).toString('base64url')
      await Promise.all([
        records.put(KIND, `token ${jti}`, text, ttlMs),
        records.put(KIND, digestOf(ticket), text, ttlMs),
      ])
      return ticket
    },
    forToken: async (jti) => parse(await records.read(KIND, `token ${jti}`)),
    redeem: async (ticket) => (ticket.length === 43 ? parse(await records.take(KIND, digestOf(ticket))) : undefined),
  }
}
