/** One process of the service: it answers, drains when it is asked to end, and closes. */
import cluster from 'node:cluster'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createPortico, type Portico, type PorticoOptions } from '../portico.ts'
import type { Mailer } from '../ports/mailer.ts'
import { type DemoApp, demoOf, type StartDemo } from './demo-app.ts'
import { dataFileOf, storageOf } from './deployment-storage.ts'
import { firstAdministrator } from './first-administrator.ts'
import { withFrontDoor } from './front-door.ts'
import { sayAddresses, sayFirstAdministrator } from './greeting.ts'
import { type Listening, listen } from './listening.ts'
import { openLog } from './log.ts'
import { assertPortFree, readyOrLate, untilReady } from './opening.ts'
import { type ServeSettings, sumsMetrics } from './settings.ts'
import { stopWhenAsked } from './stopping.ts'

/** Resolves when the process answers; it goes on until it is asked to end. */
export async function serveNode(settings: ServeSettings, startDemo: StartDemo | undefined): Promise<void> {
  const { configuration, deployment, root, workers } = settings
  const log = openLog(deployment.logLevel, configuration.nodeName)
  // The process before the workers has looked already, and has started the demo.
  if (!cluster.isWorker) await assertPortFree(deployment)
  if (root.origin === 'passing')
    log.warn('PORTICO_SECRET is not set: sessions and tokens are lost when the process ends')
  const demo = await demoOf(settings, startDemo, cluster.isWorker ? 'known' : 'start')

  const wired = Promise.withResolvers<Portico>()
  const metricsPeers =
    cluster.isWorker && sumsMetrics(settings)
      ? (await import('../../adapters/prometheus/index.ts')).clusterPeers
      : undefined
  const created = createPortico({
    ...(await optionsOf(settings, demo)),
    ...(metricsPeers === undefined ? {} : { metricsPeers }),
    logger: log,
    onWired: wired.resolve,
  })
  created.catch(wired.reject)
  const sso = await wired.promise
  const { securityLog: to } = deployment
  const security =
    to === undefined
      ? undefined
      : (await import('../../adapters/security-log/index.ts')).securityLog({
          to,
          sso,
          logger: log,
          node: configuration.nodeName,
        })
  let listening: Listening | undefined
  const stopping = stopWhenAsked({
    log,
    async close() {
      sso.drain()
      const [end = 'clean'] = await Promise.all([listening?.close(deployment.drainSeconds * 1000), demo?.close()])
      await sso.close()
      await security?.close()
      return end
    },
  })

  const health = await readyOrLate(sso, created, stopping).catch((error: unknown) => {
    // Closed before it had begun: that is how it ends, and no failure.
    if (stopping.aborted) return undefined
    throw error
  })
  if (health === undefined || stopping.aborted) return
  const { status, checks } = health
  const behindProxy = configuration.trustProxy > 0
  listening = await listen(withFrontDoor(sso), {
    host: deployment.host,
    port: deployment.port,
    report: (refusal) => log.info(refusal, 'refused'),
    behindProxy,
    maxConnectionsPerAddress: behindProxy ? undefined : Math.ceil(deployment.maxConnectionsPerAddress / workers),
  })
  if (status !== 'ready') log.warn({ checks }, 'the service is not ready yet: until it is, the answer is 503')
  await created
  await untilReady(sso, stopping)
  lowerHeapGrowth()
  if (stopping.aborted) return
  // Of several workers the first one speaks for all, once.
  if (!cluster.isWorker || cluster.worker?.id === 1)
    sayAddresses({
      configuration,
      demoUrl: demo?.url,
      store: sso.storage.name,
      dataFile: dataFileOf(deployment),
    })
  const administrator = await firstAdministrator(sso, stopping)
  if (administrator !== undefined) sayFirstAdministrator(administrator)
}

/**
 * From now on the heap is collected when it is 1.8 times what was alive. V8 would wait longer, and garbage that waits is most of what a
 * process has after load. Not from the start on: while a process starts nearly nothing is garbage, and collecting it takes time.
 */
const lowerHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=80')

async function optionsOf(
  { configuration, root, sources, isLocalhost, dataFolder, deployment }: ServeSettings,
  demo: DemoApp | undefined,
): Promise<Omit<PorticoOptions, 'logger'>> {
  // The first try needs no mail server.
  const letterFolder = isLocalhost && configuration.mail.url === undefined ? dataFolder : undefined
  return {
    ...configuration,
    // There is no application around it that could ask who is signed in.
    host: { enabled: false },
    secret: root.secrets,
    clients: [...configuration.clients, ...(demo === undefined ? [] : [demo.client])],
    storage: await storageOf(deployment),
    ...(letterFolder === undefined ? {} : { mailer: await letterFilesIn(letterFolder) }),
    // Whoever traces has begun before the service: nothing in this process comes later.
    tracing: Object.hasOwn(globalThis, Symbol.for('opentelemetry.js.api.1')),
    sources: demo === undefined ? sources : { ...sources, clients: { from: 'code' } },
  }
}

async function letterFilesIn(folder: string): Promise<Mailer> {
  const { letterFiles } = await import('../../adapters/letter-files/index.ts')
  return letterFiles({ folder: join(folder, 'letters'), print: (text) => console.error(text) })
}
