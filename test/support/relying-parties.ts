import type { ClientInput } from '../../lib/config/configuration.ts'
import type { Node } from './idp.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

/** Several apps of one provider, in the order of their clients. */
export const relyingParties = <const Clients extends readonly ClientInput[]>(idp: Node, clients: Clients) =>
  clients.map((client) => relyingParty(idp, client)) as { readonly [Index in keyof Clients]: RelyingParty }
