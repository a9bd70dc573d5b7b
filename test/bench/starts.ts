/** From the start of a process to its first discovery response: repeated in turn, each on a used store. */
import { join } from 'node:path'
import { launchDeployment } from './deployment.ts'
import { firstAnswer } from './first-answer.ts'
import { print } from './report.ts'
import { inFolder, inTurns, type Run, STANDING_ISSUER } from './run.ts'
import { type Launched, launchServer } from './server-process.ts'
import type { RowName } from './targets.ts'

const DISCOVERY = '/.well-known/openid-configuration'
const KINDS = ['bare engine', 'embedded', 'Redis', 'reference deployment'] as const
const ROWS_OF_STARTS = KINDS.flatMap((kind): RowName[] => [
  `time to start (${kind})`,
  ...(kind === 'bare engine' ? [] : ([`start (${kind})`] as const)),
])

export async function timeStarts({ redis, figures, turns, warmUps, wants }: Run): Promise<void> {
  if (!wants(...ROWS_OF_STARTS)) return
  await redis.admin.flushall()
  const options = { issuer: STANDING_ISSUER }
  const found = await inFolder((folder) => {
    const launch = {
      'bare engine': () => launchServer('engine', redis.url, options),
      embedded: () => launchServer('portico', redis.url, { ...options, dataFile: join(folder, 'portico.sqlite') }),
      Redis: () => launchServer('portico', redis.url, options),
      'reference deployment': () => launchDeployment(redis.url, { baseUrl: STANDING_ISSUER }),
    }
    return inTurns(KINDS, turns, warmUps, (kind) => startOf(launch[kind]))
  })
  const bare = found['bare engine']
  for (const kind of KINDS) {
    figures.note(`time to start (${kind})`, found[kind])
    if (kind !== 'bare engine')
      figures.note(
        `start (${kind})`,
        found[kind].map((time, turn) => time / (bare[turn] ?? NaN)),
      )
  }
  print(`starts: taken ${turns} times`)
}

/** Milliseconds. */
async function startOf(launch: () => Promise<Launched>): Promise<number> {
  const server = await launch()
  try {
    await firstAnswer(server.port, DISCOVERY)
    const milliseconds = performance.now() - server.launchedAt
    await server.ready
    return milliseconds
  } finally {
    await server.stop()
  }
}
