import { once } from 'node:events'
import type { Client } from '../../clients/client-record.ts'
import type { PanelRequest } from '../panel.ts'

const STEP = 200

const COLUMNS: readonly (readonly [name: string, value: (client: Client) => string])[] = [
  ['client_id', ({ clientId }) => clientId], ['client_name', ({ clientName }) => clientName], ['client_type', ({ type }) => type],
  ['environment', ({ environment }) => environment], ['status', ({ status }) => status], ['owner_email', ({ ownerEmail }) => ownerEmail],
  ['redirect_uris', ({ redirectUris }) => redirectUris.join(' ')], ['post_logout_redirect_uris', ({ postLogoutRedirectUris }) => postLogoutRedirectUris.join(' ')],
  ['backchannel_logout_uri', ({ backchannelLogoutUri = '' }) => backchannelLogoutUri], ['frontchannel_logout_uri', ({ frontchannelLogoutUri = '' }) => frontchannelLogoutUri],
  ['scopes', ({ scopes }) => scopes.join(' ')], ['consent', ({ consent }) => consent], ['source', ({ source }) => source],
  ['created_at', ({ createdAt }) => new Date(createdAt).toISOString()], ['changed_at', ({ changedAt }) => new Date(changedAt).toISOString()],
]

/** GET /clients.csv: all clients, without anything of their secrets; sent as it is read, however many there are. */
export async function exportClients({ services, exchange }: PanelRequest): Promise<void> {
  let { clients } = await services.clients.list(undefined, STEP)
  const { res } = exchange
  res.statusCode = 200
  res.setHeader('Content-Type', 'text/csv; charset=utf-8')
  res.setHeader('Content-Disposition', 'attachment; filename="clients.csv"')
  res.setHeader('Cache-Control', 'no-store')
  res.write(line(COLUMNS.map(([name]) => name)))
  try {
    for (;;) {
      const text = clients.map((client) => line(COLUMNS.map(([, value]) => value(client)))).join('')
      if (!res.write(text)) await Promise.race([once(res, 'drain'), once(res, 'close')])
      const last = clients.at(-1)
      if (clients.length < STEP || last === undefined || res.destroyed) break
      ;({ clients } = await services.clients.list(last.clientId, STEP))
    }
    res.end()
  } catch (fault) {
    // Half a list must not look like a whole one.
    res.destroy()
    throw fault
  }
}

/** A cell that a spreadsheet would take for a formula is made text. */
function line(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
