/**
 * The service as it stands: settings from the environment, one process or many. README.md has the
 * table of variables.
 *
 * Exit codes: 0 stopped cleanly, 1 failed, 2 the settings cannot be used.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, createPortico, obtainRootSecret, type Portico, readEnvironment } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { letterFiles } from 'portico-sso/adapters/letter-files'
import { redisStorage } from 'portico-sso/adapters/redis'
import { startDemo } from './demo.ts'
import { firstAdministrator } from './first-administrator.ts'
import { withFrontDoor } from './front-door.ts'
import { type Handler, listen } from './listening.ts'
import { openLog } from './log.ts'
import { sayAddresses, sayFirstAdministrator } from './sayings.ts'
import { stopOnSignal } from './stopping.ts'

async function start(): Promise<void> {
  const {
    configuration,
    deployment,
    sources: read,
  } = readEnvironment(process.env, (path) => readFileSync(path, 'utf8'))
  const log = openLog(deployment.logLevel)
  const { baseUrl } = configuration
  const { redisUrl, host, port, maxConnectionsPerAddress } = deployment
  const dataFolder = deployment.dataFolder === ':memory:' ? undefined : deployment.dataFolder
  const isLocalhost = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(baseUrl).hostname)
  const root = await obtainRootSecret({ configured: configuration.secret, dataFolder, isLocalhost })
  if (root.origin === 'passing')
    log.warn('PORTICO_SECRET is not set: sessions and tokens are lost when the process ends')

  // Requests that arrive before the service is wired wait for it.
  const wired = Promise.withResolvers<void>()
  let answer: Handler = (req, res) => void wired.promise.then(() => answer(req, res))
  const listening = await listen((req, res) => answer(req, res), {
    host,
    port,
    report: (refusal) => log.info(refusal, 'refused'),
    maxConnectionsPerAddress: configuration.trustProxy > 0 ? undefined : maxConnectionsPerAddress,
  })
  const wantsDemo = deployment.configFile === undefined && isLocalhost && baseUrl.startsWith('http:')
  const demo = wantsDemo ? await startDemo({ baseUrl, port, dataFolder, rootSecret: root.secrets[0] }) : undefined

  const storage =
    redisUrl === undefined
      ? embeddedStorage(dataFolder === undefined ? {} : { file: join(dataFolder, 'portico.sqlite') })
      : redisStorage(redisUrl)
  const clients = [...configuration.clients, ...(demo === undefined ? [] : [demo.client])]
  // Health checks answer already, and say what is missing, while the store is read for the first time.
  const onWired = (early: Portico): void => {
    answer = withFrontDoor(early)
    wired.resolve()
  }
  const sources = demo === undefined ? read : { ...read, clients: { from: 'code' } as const }
  const sso = await createPortico({
    ...configuration,
    // There is no application around it that could ask who is signed in.
    host: { enabled: false },
    secret: root.secrets,
    clients,
    storage,
    // The first try needs no mail server.
    ...(isLocalhost && configuration.mail.url === undefined && dataFolder !== undefined
      ? { mailer: letterFiles({ folder: join(dataFolder, 'letters'), print: (text) => console.error(text) }) }
      : {}),
    logger: log,
    sources,
    onWired,
  })

  const stopping = stopOnSignal({
    log,
    async close() {
      const [end] = await Promise.all([listening.close(), demo?.close()])
      await sso.close()
      return end
    },
  })
  sayAddresses({
    configuration,
    demoUrl: demo?.url,
    store: storage.name,
    dataFolder: redisUrl === undefined ? dataFolder : undefined,
  })
  const administrator = await firstAdministrator(sso, stopping)
  if (administrator !== undefined) sayFirstAdministrator(administrator)
}

start().catch((error: unknown) => {
  if (error instanceof ConfigError) {
    console.error(error.message)
    process.exit(2)
  }
  const { code, port } = error as { readonly code?: unknown; readonly port?: unknown }
  if (code === 'EADDRINUSE') console.error(`port ${String(port)} is in use: set PORT to another one`)
  else console.error(error)
  process.exit(1)
})
