/** The reference deployment on Redis: what passwords took goes back to the system, at the start and after sign-ins. */
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { CLIENT } from '../bench/fixtures.ts'
import { startReference } from '../bench/parties.ts'
import { AS_DEPLOYED } from '../bench/server-process.ts'
import { signIn } from '../bench/sign-in.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const MIB = 2 ** 20
/** Each thread that kept its block would keep 19 MiB, and there are four. */
const ONE_BLOCK = 19 * MIB
const USERS = Array.from({ length: 40 }, (_, number) => `user${number}`)

const redis = await startRedis()

/** Measures the memory of a separate process, in bytes, after a number of sign-ins. */
async function afterSignIns<T>(
  namesakes: readonly string[],
  signIns: number,
  look: (resident: () => number) => Promise<T>,
): Promise<T> {
  await redis.admin.flushall()
  const party = await startReference(redis.url, { namesakes, plainPasswords: true })
  try {
    await signIn(party, CLIENT)
    await Promise.all(Array.from({ length: signIns }, () => signIn(party, CLIENT)))
    return await look(() => party.memory().resident)
  } finally {
    await party.stop()
  }
}

it('forty configured accounts, and eight concurrent sign-ins, leave no block of a hash behind', async () => {
  const few = await afterSignIns([], 0, (resident) => pause(500).then(resident))
  // Blocks are freed in the threads that have hashed, a moment later.
  await afterSignIns(USERS, 8, (resident) => until(() => resident() - few < 2 * ONE_BLOCK))
})

it.each(['portico.service', 'Dockerfile'])('examples/deploy/%s sets the variables with which this holds', (file) => {
  const text = readFileSync(`examples/deploy/${file}`, 'utf8')
  const variables = Object.entries(AS_DEPLOYED).map(([name, value]) => `${name}=${value}`)
  expect(variables.filter((variable) => !text.includes(variable))).toEqual([])
})
