import { isListed } from '../../../../policies/launcher.ts'
import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { type Columns, csvLine, csvRow, sendDownload } from '../shell/download.ts'
import type { ClientsRequest } from './services.ts'

const COLUMNS: Columns<Client> = {
  client_id: ({ clientId }) => clientId,
  client_name: ({ clientName }) => clientName,
  client_type: ({ type }) => type,
  environment: ({ environment }) => environment,
  status: ({ status }) => status,
  owner_email: ({ ownerEmail }) => ownerEmail,
  redirect_uris: ({ redirectUris }) => redirectUris,
  post_logout_redirect_uris: ({ postLogoutRedirectUris }) => postLogoutRedirectUris,
  backchannel_logout_uri: ({ backchannelLogoutUri }) => backchannelLogoutUri,
  frontchannel_logout_uri: ({ frontchannelLogoutUri }) => frontchannelLogoutUri,
  scopes: ({ scopes }) => scopes,
  consent: ({ consent }) => consent,
  id_token_claims: ({ idTokenClaims }) => idTokenClaims,
  listed: (client) => isListed(client),
  access_roles: ({ access }) => access?.roles,
  gate_url: ({ gate }) => gate?.url,
  backend_addresses: ({ backend }) => backend?.addresses,
  backend_per_minute: ({ backend }) => backend?.perMinute,
  source: ({ source }) => source,
  created_at: ({ createdAt }) => new Date(createdAt).toISOString(),
  changed_at: ({ changedAt }) => new Date(changedAt).toISOString(),
}

/** GET /clients.csv: all clients, without any part of their secrets. */
export const exportClients = ({ services, context }: ClientsRequest): Promise<void> =>
  sendDownload(context, 'clients', 'csv', rows(services.clients))

async function* rows(clients: ClientsRequest['services']['clients']): AsyncGenerator<string> {
  let head = csvLine(Object.keys(COLUMNS))
  for await (const page of clientPages(clients)) {
    yield head + page.map((client) => csvRow(COLUMNS, client)).join('')
    head = ''
  }
}
