/** The race's targets: two nodes of Portico and one of the bare engine, on one Redis. */
import { CLIENT } from '../bench/fixtures.ts'
import { type ServerProcess, startServer } from '../bench/server-process.ts'
import { willing } from '../bench/sign-in.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { startRedis } from '../support/redis-server.ts'
import { runRace, START, visit } from './race-run.ts'

export interface RaceWorld {
  /** The redirect URI of every client here, where the race listens. */
  readonly redirectUri: string
  readonly nodes: readonly [ServerProcess, ServerProcess]
  readonly engine: ServerProcess
  /** The options for the target. */
  target(issuer: string, ...more: readonly string[]): readonly string[]
  /** A complete race with the user's sign-in. */
  raced(issuer: string, ...more: readonly string[]): Promise<Raced>
}

export interface Raced {
  readonly code: number | null
  readonly out: string
  readonly err: string
  readonly lastPage: string
}

export const SECRET = { PORTICO_RACE_SECRET: CLIENT.secret }

export async function startRaceWorld(): Promise<RaceWorld> {
  const redis = await startRedis()
  const redirectUri = `http://127.0.0.1:${await freePort()}/callback`
  const first = await startServer('portico', redis.url, { redirectUri })
  const nodes = [first, await startServer('portico', redis.url, { redirectUri, issuer: first.issuer })] as const
  const engine = await startServer('engine', redis.url, { redirectUri })
  const target = (issuer: string, ...more: readonly string[]): readonly string[] =>
    ['--issuer', issuer, '--client', CLIENT.id, '--redirect-uri', redirectUri].concat(more)
  return stoppedAtEnd({
    redirectUri,
    nodes,
    engine,
    target,
    async raced(issuer: string, ...more: readonly string[]): Promise<Raced> {
      const run = runRace(target(issuer, ...more), SECRET)
      const lastPage = await visit(await run.says(START), issuer, willing)
      return { ...(await run.ended), lastPage }
    },
    async stop() {
      await Promise.all([...nodes, engine].map((server) => server.stop()))
      await redis.stop()
    },
  })
}
