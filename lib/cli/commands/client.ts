import {
  ENVIRONMENT_FORMATS,
  type EnvironmentFormat,
  environmentBlock,
} from '../../domain/clients/environment-block.ts'
import type { ClientResult } from '../../domain/clients/registry.ts'
import { clientImpact } from '../../domain/management/client-impact.ts'
import type { ClientOperations } from '../../domain/management/client-operations.ts'
import { type Command, UsageError } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { idOf, lineOf, shown, tellClient, tellRefusal } from './client-options.ts'
import { clientRotateSecretCommand } from './client-rotate-secret.ts'
import { withStore } from './store.ts'

const PAGE = 200

const list: Command = {
  name: 'client list',
  usage: '',
  summary: 'lists all clients',
  options: {},
  run: (args, terminal) =>
    withStore(terminal, async ({ clients }) => {
      let after: string | undefined
      const all: object[] = []
      for (;;) {
        const page = await clients.list(after, PAGE)
        for (const client of page.clients) {
          if (args.flag('json')) all.push(shown(client))
          else terminal.out(lineOf(client))
        }
        after = page.clients.at(-1)?.clientId
        if (page.clients.length < PAGE) break
      }
      if (args.flag('json')) terminal.out(JSON.stringify(all, null, 2))
      return 0
    }),
}

const show: Command = {
  name: 'client show',
  usage: 'ID',
  summary: 'shows a client',
  options: {},
  run: async (args, terminal) => {
    const id = idOf(args)
    return withStore(terminal, async ({ clients }) => {
      const client = await clients.find(id)
      if (client === undefined) return tellRefusal({ outcome: 'missing' }, args, terminal)
      terminal.out(JSON.stringify(shown(client), null, 2))
      return 0
    })
  },
}

const env: Command = {
  name: 'client env',
  usage: `ID [--format ${ENVIRONMENT_FORMATS.join('|')}]`,
  summary: 'prints the configuration for the app, without the secret',
  options: { format: { type: 'string' } },
  run: async (args, terminal) => {
    const id = idOf(args)
    const format = args.text('format') ?? (args.flag('json') ? 'json' : 'env')
    if (!(ENVIRONMENT_FORMATS as readonly string[]).includes(format)) {
      throw new UsageError(`--format takes ${ENVIRONMENT_FORMATS.join(', ')}`)
    }
    return withStore(terminal, async ({ clients, configuration }) => {
      const client = await clients.find(id)
      if (client === undefined) return tellRefusal({ outcome: 'missing' }, args, terminal)
      const block = { client, issuer: configuration.baseUrl, secret: undefined, at: new Date() }
      terminal.out(environmentBlock(block, format as EnvironmentFormat))
      return 0
    })
  },
}

function operation(
  name: string,
  summary: string,
  question: string | undefined,
  act: (acts: ClientOperations, id: string) => Promise<ClientResult>,
): Command {
  return {
    name: `client ${name}`,
    usage: 'ID',
    summary,
    options: {},
    run: async (args, terminal) => {
      const id = idOf(args)
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return withStore(terminal, async ({ acts }) => {
        const result = await act(acts, id)
        if (result.outcome !== 'done') return tellRefusal(result, args, terminal)
        tellClient(result, args, terminal)
        terminal.err('done')
        return 0
      })
    },
  }
}

const decommission: Command = {
  name: 'client decommission',
  usage: 'ID --confirm ID',
  summary: 'removes a client for good and frees its id and redirect URIs',
  options: { confirm: { type: 'string' } },
  run: async (args, terminal) => {
    const id = idOf(args)
    return withStore(terminal, async ({ acts, clients, storage }) => {
      let typed = args.text('confirm')
      if (typed === undefined) {
        if ((await clients.find(id)) === undefined) return tellRefusal({ outcome: 'missing' }, args, terminal)
        const { people: users, sessions, counted } = await clientImpact(storage, id)
        terminal.err(
          `users signed in to it now: ${users}${counted === 'all' ? '' : ' or more'}, with sessions: ${sessions}`,
        )
        typed = await terminal.ask(`type ${id} to remove it for good: `)
        if (typed === undefined) throw new UsageError(`nobody is there to answer; give --confirm ${id}`)
      }
      const result = await acts.decommission(id, typed)
      if (result.outcome !== 'done') return tellRefusal(result, args, terminal)
      tellClient(result, args, terminal)
      terminal.err(`${id} is decommissioned`)
      return 0
    })
  },
}

export const CLIENT_COMMANDS: readonly Command[] = [
  list,
  show,
  env,
  clientRotateSecretCommand,
  operation(
    'disable',
    'refuses a client and ends all its tokens',
    'All tokens of the client end at once. Go on?',
    (acts, id) => acts.disable(id),
  ),
  operation('enable', 'lets a disabled client in again', undefined, (acts, id) => acts.enable(id)),
  decommission,
]
