/** A process of the service by itself, on a store that others share: says its port, and ends when its input does. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico } from '../../lib/index.ts'
import { ACCOUNTS, ROOT_SECRET } from './fixtures.ts'
import { PANEL_ACCOUNTS } from './panel-visitor.ts'
import { patientRedis } from './patient-redis.ts'

export interface ProcessSettings {
  readonly issuer: string
  readonly store: { readonly file: string } | { readonly redis: string }
}

const { issuer, store } = JSON.parse(process.argv[2] ?? '') as ProcessSettings
const portico = await createPortico({
  baseUrl: issuer,
  secret: ROOT_SECRET,
  clients: [],
  accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS],
  rateLimits: false,
  storage: 'file' in store ? embeddedStorage(store) : patientRedis(store.redis),
})
const server = createServer(portico.callback())
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.stdin
  .on('end', () => {
    server.close()
    server.closeAllConnections()
    void portico.close()
  })
  .resume()
