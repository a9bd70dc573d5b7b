/** Two nodes of the reference deployment, of whichever version, on one store. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { send } from '../support/http.ts'
import { type Sink, startSink } from '../support/logout-sinks.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import { settingsFor } from './mixed-load.ts'

export const STORES = ['Redis', 'an embedded file'] as const
const PLACES = [0, 1] as const
export type Place = (typeof PLACES)[number]

export interface Rolling {
  readonly issuer: string
  readonly folder: Folder
  readonly sink: Sink
  readonly env: Readonly<Record<string, string>>
  /** Where the reference deployment puts emails on localhost. */
  readonly emailsFolder: string
  /** Ports of the nodes that take requests. */
  open(): readonly number[]
  portAt(place: Place): number
  /**
   * Ends the node at a place, after its requests, and starts another one there.
   * @param dist programs of the version
   */
  start(place: Place, dist: string): Promise<Run>
  stop(): Promise<void>
}

export async function rollingService(kind: (typeof STORES)[number]): Promise<Rolling> {
  const [folder, sink] = [emptyFolder(), await startSink()]
  const redis: RedisServer | undefined = kind === 'Redis' ? await startRedis() : undefined
  const ports = [await freePort(), await freePort()] as const
  const issuer = `http://localhost:${await freePort()}`
  const file = join(folder.path, 'portico.json')
  await mkdir(join(folder.path, 'data'))
  await writeFile(file, JSON.stringify(settingsFor(sink)))
  const env = {
    BASE_URL: issuer,
    HOST: '127.0.0.1',
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_CONFIG: file,
    PORTICO_DATA: join(folder.path, 'data'),
    LOG_LEVEL: 'warn',
    ...(redis === undefined ? {} : patientVariables(redis.url)),
  }
  const runs = new Map<Place, Run>()
  const closed = new Set<Place>(PLACES)
  return {
    issuer,
    folder,
    sink,
    env,
    emailsFolder: join(folder.path, 'data', 'emails'),
    open: () => PLACES.filter((place) => !closed.has(place)).map((place) => ports[place]),
    portAt: (place) => ports[place],
    async start(place, dist) {
      closed.add(place)
      runs.get(place)?.signal('SIGTERM')
      await runs.get(place)?.ended
      const run = folder.run(join(dist, 'examples/reference/main.js'), { ...env, PORT: String(ports[place]) })
      runs.set(place, run)
      const { host } = new URL(issuer)
      const isReady = async (): Promise<boolean> =>
        send(ports[place], '/health/ready', { headers: { host } }).then(
          ({ status }) => status === 200,
          () => false,
        )
      let ended = false
      void run.ended.then(() => {
        ended = true
      })
      await until(async () => ended || (await isReady())).catch(() => {
        ended = true
      })
      if (ended) throw new Error(`the node did not start:\n${run.output()}`)
      closed.delete(place)
      return run
    },
    stop: folder.remove,
  }
}
