import { isRunning, readNodes } from '../../domain/nodes/node-record.ts'
import { raiseFormat, readFormat } from '../../domain/nodes/store-identity.ts'
import { STORE_FORMAT } from '../../domain/stored-record.ts'
import { confirmed, json, Refused, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

type Standing = Awaited<ReturnType<typeof standingOf>>

async function standingOf({ storage }: OpenStore) {
  const now = (await storage.time?.()) ?? Date.now()
  const [format, nodes] = await Promise.all([readFormat(storage.documents), readNodes(storage.documents)])
  const running = nodes.filter((node) => isRunning(node, now))
  return {
    format: format ?? STORE_FORMAT,
    newest: STORE_FORMAT,
    nodes: running.map(({ name, version, reads }) => ({ name, version, reads })),
  }
}

const describe = ({ format, newest, nodes }: Standing): string =>
  [
    `The store uses format ${format}; this release can read formats up to ${newest}.`,
    nodes.length === 0 ? 'No nodes are running.' : 'Running nodes:',
    ...nodes.map(({ name, version, reads }) => `  ${name}  ${version}  reads formats up to ${reads}`),
    format < newest
      ? 'You can still go back to the previous release. After "portico upgrade --finish" you cannot: that release will reject the store.'
      : `The upgrade is finished: releases that cannot read format ${newest} will reject the store.`,
  ].join('\n')

const QUESTION = 'From now on, the previous release will reject this store, and nodes running it will stop working.'

export const upgradeCommand = command('upgrade', async (args, terminal) => {
  if (args.flag('check') === args.flag('finish')) throw new UsageError('specify either --check or --finish')
  return withStore(terminal, async (store) => {
    const before = await standingOf(store)
    const print = (standing: Standing): void =>
      args.flag('json') ? terminal.out(json(standing)) : terminal.out(describe(standing))
    if (args.flag('check') || before.format >= before.newest) {
      print(before)
      return 0
    }
    const behind = before.nodes.filter(({ reads }) => reads < before.newest)
    if (behind.length > 0)
      throw new Refused(
        `these nodes cannot read format ${before.newest}; upgrade them first: ${behind.map(({ name }) => name).join(', ')}`,
      )
    if (!(await confirmed(QUESTION, args, terminal))) return 1
    await raiseFormat(store.storage.documents, before.newest)
    const changes = { format: [before.format, before.newest] } as const
    await store.audit.record({ event: 'store.upgraded', result: 'ok', actor: CLI_ACTOR, changes })
    print(await standingOf(store))
    return 0
  })
})
