/**
 * Several workers of one machine, as a process: `node metrics-workers.js COUNT PORT METRICS_PORT FILE`. Each worker
 * runs Portico on the embedded store in FILE. Prints `ready` when all respond; the line `kill` ends one immediately.
 */
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { clusterPeers, relayMetrics } from '../../adapters/prometheus/index.ts'
import { createPortico, readEnvironment } from '../../lib/index.ts'
import { ROOT_SECRET } from './fixtures.ts'

const [count = '2', port = '', metricsPort = '', file = ''] = process.argv.slice(2)

if (cluster.isPrimary) {
  relayMetrics()
  let listening = 0
  cluster.on('listening', (_, address) => {
    if (address.port !== Number(port)) return
    listening += 1
    if (listening === Number(count)) console.log('ready')
  })
  cluster.on('exit', () => console.log('a worker ended'))
  for (let number = 0; number < Number(count); number += 1) cluster.fork()
  createInterface({ input: process.stdin }).on('line', () => {
    Object.values(cluster.workers ?? {})[0]?.process.kill('SIGKILL')
  })
  process.once('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    process.exit(0)
  })
} else {
  const { configuration } = readEnvironment(
    { METRICS_PORT: metricsPort, BASE_URL: `http://localhost:${port}` },
    () => '',
  )
  const sso = await createPortico({
    baseUrl: configuration.baseUrl,
    metrics: configuration.metrics,
    secret: ROOT_SECRET,
    rateLimits: false,
    storage: embeddedStorage({ file }),
    metricsPeers: clusterPeers,
  })
  createServer(sso.callback()).listen(Number(port), '127.0.0.1')
}
