/**
 * One node of a service, in a process of its own: `node storm-service.js REDIS_URL ISSUER PREFIX` prints the port and
 * goes on until SIGTERM.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { redisStorage } from '../../adapters/redis/index.ts'
import { createPortico } from '../../lib/index.ts'
import { ACCOUNTS, CLIENTS, ROOT_SECRET } from '../support/fixtures.ts'

const [redis = '', issuer = '', keyPrefix = ''] = process.argv.slice(2)
const portico = await createPortico({
  baseUrl: issuer, secret: ROOT_SECRET, clients: CLIENTS, accounts: ACCOUNTS, rateLimits: false, storage: redisStorage(redis, { keyPrefix }),
})
const server = createServer(portico.callback())
server.keepAliveTimeout = 120_000
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.once('SIGTERM', () => {
  server.close()
  server.closeAllConnections()
  portico.close().then(() => process.exit(0), () => process.exit(1))
})
