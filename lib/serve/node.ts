/** Runs one process. When it is asked to stop, it completes the requests in flight before it closes. */
import cluster from 'node:cluster'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { createPortico, type Portico, type PorticoOptions } from '../portico.ts'
import type { Logger } from '../ports/logger.ts'
import type { Mailer } from '../ports/mailer.ts'
import { lowerBackgroundPriority } from './background-priority.ts'
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
import { logUnservedPictures } from './unserved-pictures.ts'

/** Resolves once the process is listening. The process then runs until it is asked to stop. */
export async function serveNode(settings: ServeSettings, startDemo: StartDemo | undefined): Promise<void> {
  const { configuration, deployment, root, workers } = settings
  const log = openLog(deployment.logLevel, configuration.nodeName)
  // The primary process has already checked the port and started the demo.
  if (!cluster.isWorker) await assertPortFree(deployment)
  if (root.origin === 'passing')
    log.warn(
      { code: 'secret-temporary' },
      'PORTICO_SECRET is not set; sessions and tokens will be lost when this process exits',
    )
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
    // Stopping before startup is complete is not a failure.
    if (stopping.aborted) return undefined
    throw error
  })
  if (health === undefined || stopping.aborted) return
  const { status, checks } = health
  const behindProxy = configuration.trustProxy > 0
  listening = await listen(withFrontDoor(sso), {
    host: deployment.host,
    port: deployment.port,
    report: (refusal) => log.info({ code: 'request-malformed', ...refusal }, 'request denied'),
    behindProxy,
    maxConnectionsPerAddress: behindProxy ? undefined : Math.ceil(deployment.maxConnectionsPerAddress / workers),
  })
  if (status !== 'ready')
    log.warn({ code: 'not-ready', checks }, 'not ready yet; requests get a 503 until startup completes')
  await created
  await untilReady(sso, stopping)
  lowerHeapGrowth()
  await lowerBackgroundPriority()
  if (stopping.aborted) return
  // Only the first worker prints the URLs.
  if (!cluster.isWorker || cluster.worker?.id === 1) greet(settings, sso, demo, log)
  const administrator = await firstAdministrator(sso, stopping)
  if (administrator !== undefined) sayFirstAdministrator(administrator)
}

function greet(
  { configuration, deployment }: ServeSettings,
  { storage }: Pick<Portico, 'storage'>,
  demo: DemoApp | undefined,
  log: Logger,
): void {
  sayAddresses({ configuration, demoUrl: demo?.url, store: storage.name, dataFile: dataFileOf(deployment) })
  logUnservedPictures(configuration, log)
}

/** Makes V8 collect garbage at 1.8 times the live heap, to save memory. Called late, because it would slow startup. */
const lowerHeapGrowth = (): void => setFlagsFromString('--heap-growing-percent=80')

async function optionsOf(
  { configuration, root, sources, isLocalhost, dataFolder, deployment }: ServeSettings,
  demo: DemoApp | undefined,
): Promise<Omit<PorticoOptions, 'logger'>> {
  // On localhost, emails are written to a folder, so that trying out Portico does not require a mail server.
  const emailFolder = isLocalhost && configuration.mail.url === undefined ? dataFolder : undefined
  return {
    ...configuration,
    // A separate process has no host application that needs the user's session.
    host: { ...configuration.host, enabled: false },
    secret: root.secrets,
    clients: [...configuration.clients, ...(demo === undefined ? [] : [demo.client])],
    storage: await storageOf(deployment),
    ...(emailFolder === undefined ? {} : { mailer: await emailFilesIn(emailFolder) }),
    // Trace only if OpenTelemetry was registered before Portico started.
    tracing: Object.hasOwn(globalThis, Symbol.for('opentelemetry.js.api.1')),
    sources: demo === undefined ? sources : { ...sources, clients: { from: 'code' } },
  }
}

async function emailFilesIn(folder: string): Promise<Mailer> {
  const { emailFiles } = await import('../../adapters/email-files/index.ts')
  return emailFiles({ folder: join(folder, 'emails'), print: (text) => console.error(text) })
}
