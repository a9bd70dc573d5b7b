import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { isListed } from '../../../../policies/launcher.ts'
import { clientPages } from '../../../domain/clients/client-pages.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { csvLine } from '../shell/csv-line.ts'
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
  ['listed', (client) => String(isListed(client))],
  ['access_roles', ({ access }) => access?.roles.join(' ') ?? ''],
  ['gate_url', ({ gate }) => gate?.url ?? ''],
  ['source', ({ source }) => source],
  ['created_at', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['changed_at', ({ changedAt }) => new Date(changedAt).toISOString()],
]

/** GET /clients.csv: all clients, without anything of their secrets; sent as it is read, however many there are. */
export async function exportClients({ services, context: { res } }: ClientsRequest): Promise<void> {
  const pages = clientPages(services.clients)
  // A store that is away says so before an answer has begun.
  const first = await pages.next()
  res.statusCode = 200
  res.setHeader('Content-Type', 'text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', 'attachment; filename="clients.csv"')
  res.setHeader('Cache-Control', 'no-store')
  try {
    // An error half-way cuts the answer off: half a list must not look like a whole one.
    await pipeline(Readable.from(rows(first.value ?? [], pages)), res)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

async function* rows(first: readonly Client[], others: AsyncIterable<readonly Client[]>): AsyncGenerator<string> {
  const textOf = (clients: readonly Client[]): string =>
    clients.map((client) => csvLine(COLUMNS.map(([, value]) => value(client)))).join('')
  yield csvLine(COLUMNS.map(([name]) => name)) + textOf(first)
  for await (const clients of others) yield textOf(clients)
}
