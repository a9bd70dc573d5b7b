import { clientImpact } from '../../domain/management/client-impact.ts'
import { type Command, confirmed, UsageError } from '../terminal/command.ts'
import { report, reportRefusal } from './client-output.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

const operation = (method: 'disable' | 'enable', question?: string): Command =>
  command(`client ${method}`, async (args, terminal) => {
    const id = args.only('client id')
    if (question !== undefined && !(await confirmed(question, args, terminal))) return 1
    return withStore(terminal, async ({ clientOperations }) =>
      report(await clientOperations[method](id), args, terminal),
    )
  })

const decommission = command('client decommission', async (args, terminal) => {
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
})

const ENDS_TOKENS = "All of the client's tokens will stop working immediately."

export const CLIENT_OPERATIONS: readonly Command[] = [
  operation('disable', ENDS_TOKENS),
  operation('enable'),
  decommission,
]
