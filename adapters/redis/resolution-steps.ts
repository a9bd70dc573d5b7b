import type { ResolutionSteps } from '../distributed/resolution-steps.ts'
import { run } from './commands.ts'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

export const resolutionSteps = (connection: Connection, keys: Keys): ResolutionSteps => ({
  undo: ({ id, expected, next, writer }, leastSeconds) =>
    connection.read('undoing a token family', (redis) =>
      run(redis, 'undoFamily', { family: keys.family(id), expected, next, writer, leastSeconds }),
    ),
  readOrigin: (id) =>
    connection.read('reading the origin of a token family', (redis) =>
      run(redis, 'readOrigin', { family: keys.family(id) }),
    ),
  publish: (node, lowestOpen, keepSeconds) =>
    connection.read('publishing resolved attempts', (redis) =>
      redis.set(keys.node(node), lowestOpen, 'EX', keepSeconds),
    ),
  async published(node) {
    const below = await connection.read('reading the resolved attempts of another node', (redis) =>
      redis.get(keys.node(node)),
    )
    return below === null ? undefined : Number(below)
  },
  pendingSince: connection.pendingSince,
  steadyMs: connection.steadyMs,
})
