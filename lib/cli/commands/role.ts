import { OWN_ROLES } from '../../../policies/roles.ts'
import type { Account } from '../../domain/accounts/account-record.ts'
import { accountsOf, rolesOf } from '../../domain/accounts/account-search.ts'
import { type RoleUse, removeRole, roleRemovalImpact, rolesHeld } from '../../domain/management/role-operations.ts'
import { type Command, confirmed, json, printList, Refused } from '../terminal/command.ts'
import { accountData, REFUSALS } from './account-output.ts'
import { command } from './command.ts'
import { type OpenStore, withStore } from './store.ts'

const MISSING = 'no user has this role'

async function allRoles({ directory }: Pick<OpenStore, 'directory'>): Promise<readonly RoleUse[]> {
  const held = await rolesHeld(directory)
  const unused = OWN_ROLES.filter((role) => held.every((one) => one.role !== role))
  return [...held, ...unused.map((role) => ({ role, holders: 0 }))]
}

async function* holdersOf(role: string, { directory }: Pick<OpenStore, 'directory'>): AsyncGenerator<Account> {
  for await (const account of accountsOf(directory)) if (rolesOf(account).includes(role)) yield account
}

const list = command('role list', (args, terminal) =>
  withStore(terminal, async (store) => {
    const line = ({ role, holders }: RoleUse): string => `${role.padEnd(32)} ${holders}`
    return printList(await allRoles(store), { line, data: (use) => use }, args, terminal)
  }),
)

const show = command('role show', (args, terminal) => {
  const role = args.only('role')
  return withStore(terminal, async (store) => {
    if ((await allRoles(store)).every((one) => one.role !== role)) throw new Refused(MISSING)
    const line = ({ username, sub }: Account): string => `${username.padEnd(28)} ${sub}`
    return printList(holdersOf(role, store), { line, data: accountData }, args, terminal)
  })
})

const remove = command('role delete', async (args, terminal) => {
  const role = args.only('role')
  return withStore(terminal, async ({ directory, clients, accountOperations }) => {
    const { losing: holders, kept: fixed, apps } = await roleRemovalImpact(directory, clients, role, Date.now())
    if (holders + fixed === 0) throw new Refused(MISSING)
    for (const { client, losing, left } of apps)
      terminal.err(`users who lose access to ${client.clientId}: ${losing}, users who keep it: ${left}`)
    if (!(await confirmed('All users will lose the role immediately.', args, terminal))) return 1
    const result = await removeRole(directory, accountOperations, role)
    if (result.outcome !== 'done')
      throw new Refused(result.outcome === 'missing' ? MISSING : REFUSALS['last-administrator'])
    const { taken, kept } = result
    if (args.flag('json')) terminal.out(json({ role, taken, kept }))
    terminal.err(
      `removed from ${taken}${kept === 0 ? '' : `; ${kept} from the configuration or a connector still have it`}`,
    )
    return 0
  })
})

export const ROLE_COMMANDS: readonly Command[] = [list, show, remove]
