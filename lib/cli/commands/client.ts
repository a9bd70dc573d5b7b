import type { AuditEventName } from '../../audit/events.ts'
import { ENVIRONMENT_FORMATS, environmentBlock } from '../../clients/environment-block.ts'
import type { EnvironmentFormat } from '../../clients/environment-block.ts'
import type { ClientResult } from '../../clients/registry.ts'
import { UsageError } from '../command.ts'
import type { Command } from '../command.ts'
import { CLI_ACTOR, withStore } from '../store.ts'
import type { OpenStore } from '../store.ts'
import { idOf, shown, tellRefusal } from './client-options.ts'
import { confirmed } from './confirmed.ts'

const PAGE = 200

const list: Command = {
  name: 'client list', usage: '', summary: 'lists all clients', options: {},
  run: (args, terminal) => withStore(terminal, async ({ clients }) => {
    let after: string | undefined
    const all: object[] = []
    for (;;) {
      const page = await clients.list(after, PAGE)
      for (const client of page.clients) {
        if (args.flag('json')) all.push(shown(client))
        else terminal.out(`${client.clientId.padEnd(24)} ${client.type.padEnd(13)} ${client.environment.padEnd(12)} ${client.status.padEnd(9)} ${client.clientName}`)
      }
      after = page.clients.at(-1)?.clientId
      if (page.clients.length < PAGE) break
    }
    if (args.flag('json')) terminal.out(JSON.stringify(all, null, 2))
    return 0
  }),
}

const show: Command = {
  name: 'client show', usage: 'ID', summary: 'shows a client', options: {},
  run: (args, terminal) => withStore(terminal, async ({ clients }) => {
    const client = await clients.find(idOf(args))
    if (client === undefined) return tellRefusal({ outcome: 'missing' }, terminal)
    terminal.out(JSON.stringify(shown(client), null, 2))
    return 0
  }),
}

const env: Command = {
  name: 'client env', usage: `ID [--format ${ENVIRONMENT_FORMATS.join('|')}]`, summary: 'prints the configuration for the app, without the secret', options: { format: { type: 'string' } },
  run: (args, terminal) => withStore(terminal, async ({ clients, configuration }) => {
    const format = args.text('format') ?? 'env'
    if (!(ENVIRONMENT_FORMATS as readonly string[]).includes(format)) throw new UsageError(`--format takes ${ENVIRONMENT_FORMATS.join(', ')}`)
    const client = await clients.find(idOf(args))
    if (client === undefined) return tellRefusal({ outcome: 'missing' }, terminal)
    terminal.out(environmentBlock({ client, issuer: configuration.baseUrl, secret: undefined, at: new Date() }, format as EnvironmentFormat))
    return 0
  }),
}

function operation(name: string, summary: string, question: string | undefined, event: AuditEventName, act: (store: OpenStore, id: string) => Promise<ClientResult>): Command {
  return {
    name: `client ${name}`, usage: 'ID', summary, options: {},
    run: async (args, terminal) => {
      const id = idOf(args)
      if (question !== undefined && !await confirmed(question, args, terminal)) return 1
      return withStore(terminal, async (store) => {
        const result = await act(store, id)
        if (result.outcome !== 'done') return tellRefusal(result, terminal)
        await store.audit.record({ event, result: 'ok', actor: CLI_ACTOR, client: id })
        if (args.flag('json')) terminal.out(JSON.stringify({ ...shown(result.client), ...(result.secret === undefined ? {} : { clientSecret: result.secret }) }, null, 2))
        else if (result.secret !== undefined) terminal.out(result.secret)
        terminal.err('done')
        return 0
      })
    },
  }
}

const decommission: Command = {
  name: 'client decommission', usage: 'ID --confirm ID', summary: 'removes a client for good and frees its id and redirect URIs', options: { confirm: { type: 'string' } },
  run: (args, terminal) => withStore(terminal, async ({ clients, audit }) => {
    const id = idOf(args)
    const typed = args.text('confirm') ?? await terminal.ask(`type ${id} to remove it for good: `) ?? ''
    const result = await clients.decommission(id, typed, CLI_ACTOR)
    if (result.outcome !== 'done') return tellRefusal(result, terminal)
    await audit.record({ event: 'client.decommissioned', result: 'ok', actor: CLI_ACTOR, client: id })
    terminal.err('done')
    return 0
  }),
}

export const CLIENT_COMMANDS: readonly Command[] = [
  list, show, env,
  operation('rotate-secret', 'gives a client a new secret; the old one stops working at once', 'The current secret stops working at once. Go on?', 'client.secret-rotated', ({ clients }, id) => clients.rotateSecret(id, CLI_ACTOR)),
  operation('disable', 'refuses a client and ends all its tokens', 'All tokens of the client end at once. Go on?', 'client.disabled', ({ clients }, id) => clients.disable(id, CLI_ACTOR)),
  operation('enable', 'lets a disabled client in again', undefined, 'client.enabled', ({ clients }, id) => clients.enable(id, CLI_ACTOR)),
  decommission,
]
