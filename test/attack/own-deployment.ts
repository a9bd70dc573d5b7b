/** Starts the target: the reference deployment, two nodes on one Redis, with accounts and clients. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { porticoProcess } from '../cli/portico.ts'
import { emptyFolder } from '../examples/process.ts'
import { ALICE, ASKING, BC1, BOB, CONF, CONF2, PUB, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import type { Node } from '../support/idp.ts'
import { remote } from '../support/logout-processes.ts'
import { ADMIN, VIEWER } from '../support/panel-visitor.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'
import type { OwnTarget } from './target.ts'

const KEY_PREFIX = 'sso:'
/** Fewer than a flood of them has, so that it does push something out. */
export const KEPT_REFUSALS = 1_000

export async function startOwnDeployment(
  quick: boolean,
): Promise<{ readonly target: OwnTarget; stop(): Promise<void> }> {
  const [redis, folder, ports] = [await startRedis(), emptyFolder(), [await freePort(), await freePort()] as const]
  const issuer = `http://localhost:${ports[0]}`
  const settings = {
    clients: [CONF, CONF2, PUB, TRUSTED, ASKING, BC1],
    accounts: [ALICE, BOB, ADMIN, VIEWER],
    audit: { keepEntries: KEPT_REFUSALS },
    // A flood of passwords on a busy machine: a user waits, but is not turned away.
    host: { timeoutSeconds: GENEROUS_MS / 1_000 },
  }
  const file = await folder.configure(settings)
  const environment = {
    HOST: '127.0.0.1',
    BASE_URL: issuer,
    REDIS_URL: redis.url,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_CONFIG: file,
    PORTICO_DATA: folder.path,
    // An outage of the store is part of the campaign, which waits so long for it.
    REDIS_TIMEOUT_MS: '10000',
  }
  const unlimited = join(folder.path, 'unlimited.json')
  await writeFile(unlimited, JSON.stringify({ ...settings, rateLimits: false }))
  const program = 'examples/reference/main.js'
  const nodes = [
    folder.run(program, { ...environment, PORT: `${ports[0]}` }),
    folder.run(program, { ...environment, PORT: `${ports[1]}`, PORTICO_CONFIG: unlimited, TRUST_PROXY: '1' }),
  ]
  const stop = async (): Promise<void> => {
    await folder.remove()
    await redis.stop()
  }
  // Either node is spoken to by the service's own name.
  const [outer, inner] = ports.map((port) => remote({ issuer, port })) as [Node, Node]
  try {
    for (const node of [outer, inner]) await until(async () => (await node.send('/health/ready')).status === 200)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    stop,
    target: {
      node: inner,
      outer,
      quick,
      redis,
      keyPrefix: KEY_PREFIX,
      log: () => nodes.map(({ output }) => output()).join('\n'),
      cli: (...line) => porticoProcess(line, environment, folder.path),
    },
  }
}
