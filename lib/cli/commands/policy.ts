import type { RequiredOf } from '../../../policies/second-factor.ts'
import { type SecondFactorPlan, secondFactorPlan } from '../../domain/management/second-factor-plan.ts'
import { type Arguments, type Command, json, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

/** The rule to plan: that of the options, otherwise that of the configuration. */
function ruleIn(args: Arguments, configured: RequiredOf): RequiredOf {
  const roles = args.list('role')
  const require = args.choice('require', ['administrators', 'everybody'])
  if (roles.length > 0 && require !== undefined) throw new UsageError('use either --require or --role')
  return roles.length > 0 ? { roles } : (require ?? configured)
}

const inWords = (rule: RequiredOf): string => (typeof rule === 'string' ? rule : rule.roles.join(', '))

function linesOf(found: SecondFactorPlan<string>): readonly string[] {
  const { wouldStop, haveFactor, withoutEmail, inGrace, ...plan } = found
  const listed = (title: string, users: readonly string[]): readonly string[] =>
    users.length === 0 ? [] : [`${title}: ${users.length}`, ...users.map((user) => `  ${user}`)]
  const counted = (title: string, lists: Readonly<Record<string, readonly string[]>>): readonly string[] =>
    Object.keys(lists).length === 0
      ? []
      : [title, ...Object.entries(lists).map(([name, users]) => `  ${name.padEnd(28)} ${users.length}`)]
  return [
    `have a second factor: ${haveFactor}`,
    ...listed('must set one up at the next sign-in', wouldStop),
    ...listed('of these, without an email address', withoutEmail),
    ...listed('have a grace', inGrace),
    ...counted('by app', plan.byApp),
    ...counted('by role', plan.byRole),
    ...(plan.lastAdministrator === undefined ? [] : [`the only administrator: ${plan.lastAdministrator}`]),
  ]
}

const secondFactor = command('policy second-factor', (args, terminal) =>
  withStore(terminal, async ({ configuration, directory, storage, clients }) => {
    const { secondFactor: configured } = configuration.login
    const require = ruleIn(args, configured.require)
    const rule: Planned = args.flag('plan') ? { require } : configured
    const parts = { directory, clients, documents: storage.documents, now: Date.now }
    const plan = args.flag('plan') ? await secondFactorPlan(parts, require, ({ username }) => username) : undefined
    if (args.flag('json')) terminal.out(json({ rule, ...plan }))
    else
      for (const line of [`required of: ${inWords(rule.require)}${fromText(rule)}`, ...(plan ? linesOf(plan) : [])])
        terminal.out(line)
    return 0
  }),
)

interface Planned {
  readonly require: RequiredOf
  readonly from?: string | undefined
}

const fromText = ({ from }: Planned): string => (from === undefined ? '' : `, from ${from}`)

export const POLICY_COMMANDS: readonly Command[] = [secondFactor]
