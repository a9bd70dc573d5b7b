import { OWN_ROLES } from '../../../policies/roles.ts'
import { accountsOf, rolesOf } from '../../domain/accounts/account-search.ts'
import { removeRole, rolesHeld } from '../../domain/management/role-operations.ts'
import { type Arguments, type Command, UsageError } from '../terminal/command.ts'
import { confirmed } from '../terminal/confirmed.ts'
import { actsOn, REFUSALS, shown } from './account-answers.ts'
import { withStore } from './store.ts'

function roleIn(args: Arguments): string {
  const [role, ...more] = args.positionals
  if (role === undefined || more.length > 0) throw new UsageError('give one role')
  return role
}

const list: Command = {
  name: 'role list',
  usage: '',
  summary: 'lists the roles in use and how many have each',
  options: {},
  run: (args, terminal) =>
    withStore(terminal, async ({ directory }) => {
      const held = await rolesHeld(directory)
      const unused = OWN_ROLES.filter((role) => held.every((one) => one.role !== role)).map((role) => ({
        role,
        holders: 0,
      }))
      const all = [...held, ...unused]
      if (args.flag('json')) terminal.out(JSON.stringify(all, null, 2))
      else for (const { role, holders } of all) terminal.out(`${role.padEnd(32)} ${holders}`)
      return 0
    }),
}

const show: Command = {
  name: 'role show',
  usage: 'ROLE',
  summary: 'lists who has a role',
  options: {},
  run: (args, terminal) => {
    const role = roleIn(args)
    return withStore(terminal, async ({ directory }) => {
      const holders: object[] = []
      for await (const account of accountsOf(directory)) {
        if (!rolesOf(account).includes(role)) continue
        holders.push(shown(account))
        if (!args.flag('json')) terminal.out(`${account.username.padEnd(28)} ${account.sub}`)
      }
      if (args.flag('json')) terminal.out(JSON.stringify(holders, null, 2))
      return 0
    })
  },
}

const remove: Command = {
  name: 'role delete',
  usage: 'ROLE',
  summary: 'takes a role from everybody who has it',
  options: {},
  run: async (args, terminal) => {
    const role = roleIn(args)
    if (!(await confirmed('Everybody loses the role at once. Go on?', args, terminal))) return 1
    return withStore(terminal, async (store) => {
      const result = await removeRole(store.directory, actsOn(store), role)
      if (result.outcome === 'done') {
        const { taken, kept } = result
        if (args.flag('json')) terminal.out(JSON.stringify({ role, taken, kept }, null, 2))
        terminal.err(`taken from ${taken}${kept === 0 ? '' : `; ${kept} of the configuration keep it`}`)
        return 0
      }
      terminal.err(result.outcome === 'missing' ? 'nobody has this role' : REFUSALS['last-administrator'])
      return 1
    })
  },
}

export const ROLE_COMMANDS: readonly Command[] = [list, show, remove]
