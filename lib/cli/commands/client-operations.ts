import { clientImpact } from '../../domain/management/client-impact.ts'
import { type Command, confirmed, UsageError } from '../terminal/command.ts'
import { report, reportRefusal } from './client-output.ts'
import { withStore } from './store.ts'

function operation(
  name: string,
  method: 'disable' | 'enable',
  summary: string,
  details?: string,
  question?: string,
): Command {
  return {
    name,
    arguments: 'ID',
    summary,
    ...(details === undefined ? {} : { details }),
    example: `${name} billing`,
    run: async (args, terminal) => {
      const id = args.only('client id')
      if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
      return withStore(terminal, async ({ clientOperations }) =>
        report(await clientOperations[method](id), args, terminal),
      )
    },
  }
}

const decommission: Command = {
  name: 'client decommission',
  arguments: 'ID',
  summary: 'Remove a client permanently',
  details: 'Frees its ID and its redirect URIs.',
  options: { confirm: { type: 'string', value: 'ID', help: 'the ID again, instead of a question' } },
  example: 'client decommission billing --confirm billing',
  run: async (args, terminal) => {
    const id = args.only('client id')
    return withStore(terminal, async ({ clientOperations, clients, storage }) => {
      let typed = args.text('confirm')
      if (typed === undefined) {
        if ((await clients.find(id)) === undefined) return reportRefusal({ outcome: 'missing' }, args, terminal)
        const { people: users, sessions, counted } = await clientImpact(storage, id)
        const more = counted === 'all' ? '' : ' or more'
        terminal.err(`users signed in to it now: ${users}${more}, sessions: ${sessions}`)
        typed = await terminal.ask(`type ${id} to remove it permanently: `)
        if (typed === undefined) throw new UsageError(`no terminal to ask for confirmation; use --confirm ${id}`)
      }
      return report(await clientOperations.decommission(id, typed), args, terminal, `${id} is decommissioned`)
    })
  },
}

const ENDS_TOKENS = "All of the client's tokens will stop working immediately."

export const CLIENT_OPERATIONS: readonly Command[] = [
  operation('client disable', 'disable', 'Disable a client and revoke its tokens', undefined, ENDS_TOKENS),
  operation('client enable', 'enable', 'Enable a disabled client'),
  decommission,
]
