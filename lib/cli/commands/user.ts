import { detailIssue } from '../../../policies/profile.ts'
import { type Account, userOf } from '../../domain/accounts/account-record.ts'
import { accountsOf, rolesOf } from '../../domain/accounts/account-search.ts'
import { type Command, json, printList, UsageError } from '../terminal/command.ts'
import { accountData, findAccount, report } from './account-output.ts'
import { command } from './command.ts'
import { endOption } from './end-option.ts'
import { withStore } from './store.ts'
import { connectorOf } from './user-link.ts'

function lineOf(account: Account): string {
  const { username, status, source, sub, origin, identities = [], until } = account
  const links = identities.map(({ connector }) => `${connector === origin ? 'from' : 'linked'}:${connector}`)
  return [
    ...[username.padEnd(28), status.padEnd(9), source.padEnd(13), sub.padEnd(36), ...rolesOf(account), ...links],
    ...(until === undefined ? [] : [`until:${until}`]),
  ]
    .join(' ')
    .trimEnd()
}

const create = command('user create', (args, terminal) => {
  const username = args.only('username')
  const [name, email] = [args.text('name'), args.text('email')]
  if (email !== undefined && (email === '' || detailIssue('email', email) !== undefined))
    throw new UsageError('--email must look like name@company.com')
  if (email === undefined && args.flag('email-verified')) throw new UsageError('--email-verified needs --email')
  if (name !== undefined && detailIssue('name', name) !== undefined)
    throw new UsageError('--name can have up to 254 characters, none of them invisible')
  const [invites, upstream] = [args.flag('invite'), args.text('upstream')]
  if (upstream !== undefined && !invites)
    throw new UsageError('--upstream is the connector that an invited user signs in with; add --invite')
  const until = endOption(args) || undefined
  return withStore(terminal, async ({ accountOperations, configuration }) => {
    const person = {
      roles: args.list('role'),
      ...(name === undefined ? {} : { name }),
      ...(email === undefined ? {} : { email, email_verified: args.flag('email-verified') }),
    }
    const connector = upstream === undefined ? undefined : connectorOf(configuration, upstream).id
    const result = invites
      ? await accountOperations.inviteByEmail(username, person, { connector, until })
      : await accountOperations.invite(username, person, { until })
    if (result.outcome !== 'done') return report(result, args, terminal)
    const done = `${result.account.username} is added`
    return report(result, args, terminal, invites ? `${done}; an email is on its way` : done)
  })
})

const list = command('user list', (args, terminal) =>
  withStore(terminal, ({ directory }) =>
    printList(accountsOf(directory), { line: lineOf, data: accountData }, args, terminal),
  ),
)

const iso = (at: number): string => new Date(at).toISOString()

const show = command('user show', (args, terminal) => {
  const username = args.only('username, email address, or subject')
  return withStore(terminal, async (store) => {
    const account = await findAccount(store, username, 'any-email')
    if (account === undefined) return report({ outcome: 'missing' }, args, terminal)
    const { pauses, network } = await store.pauses.of(userOf(account, Date.now()))
    terminal.out(
      json({
        ...accountData(account),
        ...(pauses.length === 0 ? {} : { pauses: pauses.map((pause) => ({ ...pause, until: iso(pause.until) })) }),
        ...(network === undefined ? {} : { pausedNetwork: { ...network, until: iso(network.until) } }),
      }),
    )
    return 0
  })
})

export const USER_COMMANDS: readonly Command[] = [create, list, show]
