import type { ClientResult } from '../../domain/clients/registry.ts'
import { clientImpact } from '../../domain/management/client-impact.ts'
import type { ClientOperations } from '../../domain/management/client-operations.ts'
import { type Command, confirmed, UsageError } from '../terminal/command.ts'
import { report, reportRefusal } from './client-output.ts'
import { withStore } from './store.ts'

interface Operation extends Pick<Command, 'name' | 'summary'> {
  readonly question?: string
  readonly perform: (operations: ClientOperations, id: string) => Promise<ClientResult>
}

function operation({ question, perform, ...command }: Operation): Command {
  return {
    ...command,
    usage: 'ID',
    run: async (args, terminal) => {
      const id = args.only('client id')
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return withStore(terminal, async ({ clientOperations }) =>
        report(await perform(clientOperations, id), args, terminal),
      )
    },
  }
}

const disable = operation({
  name: 'client disable',
  summary: 'disables a client and revokes all of its tokens',
  question: 'All tokens of the client end at once.',
  perform: (operations, id) => operations.disable(id),
})

const enable = operation({
  name: 'client enable',
  summary: 'enables a disabled client',
  perform: (operations, id) => operations.enable(id),
})

const decommission: Command = {
  name: 'client decommission',
  usage: 'ID --confirm ID',
  summary: 'permanently removes a client and frees its id and redirect URIs',
  options: { confirm: { type: 'string' } },
  run: async (args, terminal) => {
    const id = args.only('client id')
    return withStore(terminal, async ({ clientOperations, clients, storage }) => {
      let typed = args.text('confirm')
      if (typed === undefined) {
        if ((await clients.find(id)) === undefined) return reportRefusal({ outcome: 'missing' }, args, terminal)
        const { people: users, sessions, counted } = await clientImpact(storage, id)
        const more = counted === 'all' ? '' : ' or more'
        terminal.err(`users signed in to it now: ${users}${more}, with sessions: ${sessions}`)
        typed = await terminal.ask(`type ${id} to remove it for good: `)
        if (typed === undefined) throw new UsageError(`there is no terminal to ask at; give --confirm ${id}`)
      }
      return report(await clientOperations.decommission(id, typed), args, terminal, `${id} is decommissioned`)
    })
  },
}

export const CLIENT_OPERATIONS: readonly Command[] = [disable, enable, decommission]
