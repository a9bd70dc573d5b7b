/** From the start of a process to its first answer to GET discovery: again and again, in turn, each on a store that it knows. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchDeployment } from './deployment.ts'
import { firstAnswer } from './first-answer.ts'
import { print } from './report.ts'
import type { Run } from './run.ts'
import { type Launched, launchServer } from './server-process.ts'
import type { RowName } from './targets.ts'

const DISCOVERY = '/.well-known/openid-configuration'
/** Of whoever starts anew on the same store: it is the address that a store belongs to. */
const ISSUER = 'http://localhost:3998'
const KINDS = ['bare engine', 'embedded', 'Redis', 'reference deployment'] as const
const ROWS_OF_STARTS = KINDS.flatMap((kind): RowName[] => [
  `time to start (${kind})`,
  ...(kind === 'bare engine' ? [] : ([`start (${kind})`] as const)),
])

export async function timeStarts({ redis, figures, turns, warmUps, wants }: Run): Promise<void> {
  if (!wants(...ROWS_OF_STARTS)) return
  await redis.admin.flushall()
  const folder = await mkdtemp(join(tmpdir(), 'portico-bench-'))
  const options = { issuer: ISSUER }
  const launch = {
    'bare engine': () => launchServer('engine', redis.url, options),
    embedded: () => launchServer('portico', redis.url, { ...options, dataFile: join(folder, 'portico.sqlite') }),
    Redis: () => launchServer('portico', redis.url, options),
    'reference deployment': () => launchDeployment(redis.url, { baseUrl: ISSUER }),
  }
  const found = KINDS.map((): number[] => [])
  try {
    for (let turn = -warmUps; turn < turns; turn += 1) {
      for (const [place, kind] of KINDS.entries()) {
        const milliseconds = await startOf(launch[kind])
        if (turn >= 0) found[place]?.push(milliseconds)
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const [bare = []] = found
  for (const [place, kind] of KINDS.entries()) {
    const times = found[place] ?? []
    figures.note(`time to start (${kind})`, times)
    if (kind !== 'bare engine')
      figures.note(
        `start (${kind})`,
        times.map((time, turn) => time / (bare[turn] ?? NaN)),
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
