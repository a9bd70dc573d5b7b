import { isListed } from '../../../../policies/launcher.ts'
import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { csvLine } from '../shell/csv-line.ts'
import { sendDownload } from '../shell/download.ts'
import type { ClientsRequest } from './services.ts'

const COLUMNS: readonly (readonly [name: string, value: (client: Client) => string])[] = [
  ['client_id', ({ clientId }) => clientId],
  ['client_name', ({ clientName }) => clientName],
  ['client_type', ({ type }) => type],
  ['environment', ({ environment }) => environment],
  ['status', ({ status }) => status],
  ['owner_email', ({ ownerEmail }) => ownerEmail],
  ['redirect_uris', ({ redirectUris }) => redirectUris.join(' ')],
  ['post_logout_redirect_uris', ({ postLogoutRedirectUris }) => postLogoutRedirectUris.join(' ')],
  ['backchannel_logout_uri', ({ backchannelLogoutUri = '' }) => backchannelLogoutUri],
  ['frontchannel_logout_uri', ({ frontchannelLogoutUri = '' }) => frontchannelLogoutUri],
  ['scopes', ({ scopes }) => scopes.join(' ')],
  ['consent', ({ consent }) => consent],
  ['id_token_claims', ({ idTokenClaims = '' }) => idTokenClaims],
  ['listed', (client) => String(isListed(client))],
  ['access_roles', ({ access }) => access?.roles.join(' ') ?? ''],
  ['gate_url', ({ gate }) => gate?.url ?? ''],
  ['backend_addresses', ({ backend }) => backend?.addresses.join(' ') ?? ''],
  ['backend_per_minute', ({ backend }) => `${backend?.perMinute ?? ''}`],
  ['source', ({ source }) => source],
  ['created_at', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['changed_at', ({ changedAt }) => new Date(changedAt).toISOString()],
]

/** GET /clients.csv: all clients, without anything of their secrets. */
export const exportClients = ({ services, context }: ClientsRequest): Promise<void> =>
  sendDownload(context, 'clients', 'csv', rows(services.clients))

async function* rows(clients: ClientsRequest['services']['clients']): AsyncGenerator<string> {
  let head = csvLine(COLUMNS.map(([name]) => name))
  for await (const page of clientPages(clients)) {
    yield head + page.map((client) => csvLine(COLUMNS.map(([, value]) => value(client)))).join('')
    head = ''
  }
}
