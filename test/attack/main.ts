/**
 * `npm run attack`: attacks a service that it starts (two nodes, one Redis), or with `--url` a running one,
 * anonymously. One line for each attack, `held` or `not held`; exit code 0 when all held, 1 when one did not, 2 when
 * one could not be made.
 */
import { parseArgs } from 'node:util'
import { MEASURES_TIMES, OF_INSIDERS, OF_STRANGERS, WAITING } from './attacks.ts'
import { startOwnDeployment } from './own-deployment.ts'
import { nodeAt, type Target, Weakness } from './target.ts'

const USAGE = `npm run attack -- [--quick] [--only WORDS] [--url ADDRESS]

  --quick        fewer tries, and none that waits long or compares times
  --only WORDS   the attacks whose name has these words
  --url ADDRESS  attacks this service as a stranger; without it a deployment is started, and attacked by its users, its
                 clients and its store as well. Attack what is yours.`

type Outcome = 'held' | 'not held' | 'not made'

async function made(name: string, make: () => Promise<string>): Promise<Outcome> {
  const at = performance.now()
  const say = (outcome: Outcome, words: string): Outcome => {
    console.log(`${outcome.padEnd(9)}${name}: ${words} (${((performance.now() - at) / 1000).toFixed(1)} s)`)
    return outcome
  }
  try {
    return say('held', await make())
  } catch (error) {
    return say(error instanceof Weakness ? 'not held' : 'not made', (error as Error).message)
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      quick: { type: 'boolean' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help === true) {
    console.log(USAGE)
    return 0
  }
  const { quick = false, only = '', url } = values
  const own = url === undefined ? await startOwnDeployment(quick) : undefined
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void Promise.resolve(own?.stop()).finally(() => process.exit(2)))
  try {
    const target: Target = own?.target ?? { node: nodeAt(url ?? ''), quick }
    if ((await target.node.send('/.well-known/openid-configuration')).status !== 200)
      throw new Error('there is no service')
    const isMeant = (name: string): boolean => name.includes(only) && !(quick && name === MEASURES_TIMES)
    const [waiting, , wait] = WAITING
    const beside = !quick && isMeant(waiting) ? made(waiting, () => wait(target)) : undefined
    const outcomes: Outcome[] = []
    for (const [name, , make] of OF_STRANGERS) if (isMeant(name)) outcomes.push(await made(name, () => make(target)))
    if (own !== undefined)
      for (const [name, , make] of OF_INSIDERS)
        if (isMeant(name)) outcomes.push(await made(name, () => make(own.target)))
    if (beside !== undefined) outcomes.push(await beside)
    const held = outcomes.filter((outcome) => outcome === 'held').length
    console.log(`${held} of ${outcomes.length} held`)
    if (outcomes.length === 0 || outcomes.includes('not made')) return 2
    return held === outcomes.length ? 0 : 1
  } finally {
    await own?.stop()
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`the campaign could not be run: ${(error as Error).message}\n\n${USAGE}`)
  return 2
})
