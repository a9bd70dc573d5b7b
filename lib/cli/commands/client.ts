import { environmentBlock } from '../../domain/clients/blocks/environment-block.ts'
import { ENVIRONMENT_FORMATS, LIBRARY_FORMATS } from '../../domain/clients/blocks/formats.ts'
import { GATE_FORMATS } from '../../domain/clients/blocks/gate-block.ts'
import { everyClient } from '../../domain/clients/client-pages.ts'
import { isGated } from '../../domain/clients/gate.ts'
import { type Command, json, printList, UsageError } from '../terminal/command.ts'
import { clientData, lineOf, reportRefusal } from './client-output.ts'
import { command } from './command.ts'
import { assertFits, formatOf } from './env-file-option.ts'
import { gateConfiguration, gateOptions } from './gate-option.ts'
import { withStore } from './store.ts'

const list = command('client list', (args, terminal) =>
  withStore(terminal, ({ clients }) =>
    printList(everyClient(clients), { line: lineOf, data: clientData }, args, terminal),
  ),
)

const show = command('client show', async (args, terminal) => {
  const id = args.only('client id')
  return withStore(terminal, async ({ clients }) => {
    const client = await clients.find(id)
    if (client === undefined) return reportRefusal({ outcome: 'missing' }, args, terminal)
    terminal.out(json(clientData(client)))
    return 0
  })
})

const FORMATS = [...ENVIRONMENT_FORMATS, ...GATE_FORMATS]

const env = command('client env', async (args, terminal) => {
  const id = args.only('client id')
  const wanted = args.text('format')
  if (wanted !== undefined && !FORMATS.some((format) => format === wanted))
    throw new UsageError(
      `--format must be one of ${[...LIBRARY_FORMATS, ...GATE_FORMATS].join(', ')}, or an app from portico app list`,
    )
  return withStore(terminal, async (store) => {
    const client = await store.clients.find(id)
    if (client === undefined) return reportRefusal({ outcome: 'missing' }, args, terminal)
    if (isGated(client)) {
      const options = gateOptions(args)
      terminal.out(gateConfiguration(options, store, client))
      if (options.note !== '') terminal.err(options.note)
      return 0
    }
    if (args.text('upstream') !== undefined) throw new UsageError('--upstream is only for gated apps')
    const format = formatOf(args) ?? (args.flag('json') ? 'json' : 'env')
    assertFits(client, format)
    const block = { client, issuer: store.configuration.baseUrl, secret: undefined, at: new Date() }
    terminal.out(environmentBlock(block, format))
    if (client.type === 'confidential')
      terminal.err(
        `the secret was shown only once, when it was created; for a new one, which replaces it immediately, run portico client rotate-secret ${id} --format ${format}`,
      )
    return 0
  })
})

export const CLIENT_COMMANDS: readonly Command[] = [list, show, env]
