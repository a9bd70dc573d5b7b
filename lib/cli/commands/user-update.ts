import { decideProfile, PROFILE_FIELDS, type ProfileField, type ProfileIssue } from '../../../policies/profile.ts'
import { accountVersion } from '../../domain/accounts/account-details.ts'
import { type Arguments, type Command, UsageError } from '../terminal/command.ts'
import { accountCalled, actsOn, tell, usernameOf } from './account-answers.ts'
import { withStore } from './store.ts'

const OPTIONS: Readonly<Record<ProfileField, string>> = {
  name: 'name',
  given_name: 'given-name',
  family_name: 'family-name',
  email: 'email',
  locale: 'language',
  zoneinfo: 'time-zone',
}

const FAULTS: Readonly<Record<ProfileIssue, string>> = {
  too_long: 'is too long',
  unusable: 'has invisible characters',
  email_malformed: 'must be like name@company.com',
  language_unknown: 'must be a language tag such as en or pt-BR',
  zone_unknown: 'must be a time zone such as Europe/Zurich',
}

const typedIn = (args: Arguments): { readonly [Field in ProfileField]?: string | undefined } =>
  Object.fromEntries(PROFILE_FIELDS.map((field) => [field, args.text(OPTIONS[field])]))

export const userUpdateCommand: Command = {
  name: 'user update',
  usage:
    'USERNAME [--name N] [--given-name N] [--family-name N] [--email E] [--email-verified yes|no]' +
    ' [--language L] [--time-zone Z]',
  summary: "changes a person's details; an empty value removes one",
  options: {
    ...Object.fromEntries(Object.values(OPTIONS).map((option) => [option, { type: 'string' as const }])),
    'email-verified': { type: 'string' },
  },
  run: (args, terminal) => {
    const username = usernameOf(args)
    const verified = args.text('email-verified')
    if (verified !== undefined && verified !== 'yes' && verified !== 'no')
      throw new UsageError('--email-verified is yes or no')
    const proved = verified === undefined ? {} : { email_verified: verified === 'yes' }
    return withStore(terminal, async (store) => {
      const account = await accountCalled(store, username)
      if (account === undefined) return tell({ outcome: 'missing' }, args, terminal, '')
      const { changes, faults } = decideProfile(account.person, typedIn(args), PROFILE_FIELDS)
      for (const { field, fault } of faults) terminal.err(`--${OPTIONS[field]} ${FAULTS[fault]}`)
      if (faults.length > 0) return 1
      const wasProved = account.person.email_verified === true ? 'yes' : 'no'
      return Object.keys(changes).length === 0 && (verified ?? wasProved) === wasProved
        ? tell({ outcome: 'unchanged', account }, args, terminal, '')
        : // Said of the address that stands there now, and of none that the person types meanwhile.
          tell(
            await actsOn(store).edit(account.sub, accountVersion(account), { ...changes, ...proved }),
            args,
            terminal,
            'done',
          )
    })
  },
}

export const userDeleteCommand: Command = {
  name: 'user delete',
  usage: 'USERNAME --confirm USERNAME',
  summary: 'removes a person for good and ends all their sessions and tokens',
  options: { confirm: { type: 'string' } },
  run: (args, terminal) => {
    const username = usernameOf(args)
    return withStore(terminal, async (store) => {
      const account = await accountCalled(store, username)
      if (account === undefined) return tell({ outcome: 'missing' }, args, terminal, '')
      const result = await actsOn(store).remove(account.sub, args.text('confirm') ?? '')
      return tell(result, args, terminal, `${account.username} is deleted`)
    })
  },
}
