/** Memory at rest: of a server on a used store, after some idle seconds. */
import { setTimeout as pause } from 'node:timers/promises'
import { type DeploymentOptions, launchDeployment } from './deployment.ts'
import { print } from './report.ts'
import { inTurns, MIB, type Run, STANDING_ISSUER } from './run.ts'
import { type Launched, launchServer, type ServerOptions } from './server-process.ts'
import type { RowName } from './targets.ts'

const FORTY = Array.from({ length: 39 }, (_, place) => `colleague-${place}`)
const REST = {
  bare: 'memory at rest (bare engine)',
  library: 'memory at rest (library)',
  reference: 'memory at rest (reference deployment)',
  difference: 'memory at rest (reference deployment less bare engine)',
  forty: 'memory at rest (reference deployment with 40 accounts)',
} as const satisfies Readonly<Record<string, RowName>>

export async function weighAtRest({ redis, figures, rests: turns, warmUps, idleMs, wants }: Run): Promise<void> {
  if (!wants(...Object.values(REST))) return
  await redis.admin.flushall()
  const issuer = STANDING_ISSUER
  const options: ServerOptions = { issuer }
  const plain: DeploymentOptions = { namesakes: FORTY, plainPasswords: true, baseUrl: issuer }
  const kinds = {
    bare: () => launchServer('engine', redis.url, options),
    library: () => launchServer('portico', redis.url, options),
    reference: () => launchDeployment(redis.url, { baseUrl: issuer }),
    // Each time on an empty store: the start hashes forty passwords.
    forty: (turn: number) => launchDeployment(redis.url, { ...plain, prefix: `forty${turn}:` }),
  }
  const names = ['bare', 'library', 'reference', 'forty'] as const
  const found = await inTurns(names, turns, warmUps, async (kind, turn) => {
    return (await rest(await kinds[kind](turn), turn < 0 ? 0 : idleMs)) / MIB
  })
  for (const kind of names) figures.note(REST[kind], found[kind])
  figures.note(
    REST.difference,
    found.reference.map((value, turn) => value - (found.bare[turn] ?? NaN)),
  )
  print(`memory at rest: taken ${turns} times`)
}

/** Bytes. */
async function rest(server: Launched, idleMs: number): Promise<number> {
  try {
    await server.ready
    await pause(idleMs)
    return server.memory().resident
  } finally {
    await server.stop()
  }
}
