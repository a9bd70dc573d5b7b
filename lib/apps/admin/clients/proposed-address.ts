/** A return address that a request sent and that is not registered: taken from its explanation, never from the address of a page. */
import { wholeAddress } from '../../../domain/audit/whole-address.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { ClientsRequest } from './services.ts'

export interface ProposedAddress {
  readonly address: string
  readonly requestId: string
}

/** Undefined unless that request was refused for this client, and for its return address. */
export async function proposedAddress(
  { query, services }: ClientsRequest,
  { clientId, redirectUris }: Client,
): Promise<ProposedAddress | undefined> {
  const requestId = query.get('from_request')
  const found = requestId === null ? undefined : await services.explanations.find(requestId)
  if (found?.client !== clientId || found.ref !== 'redirect_uri_mismatch') return undefined
  const address = wholeAddress(found.facts.redirect_uri_sent)
  return address === undefined || redirectUris.includes(address) ? undefined : { address, requestId: found.requestId }
}
