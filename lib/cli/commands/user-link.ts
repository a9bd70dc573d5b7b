import type { Configuration } from '../../config/configuration.ts'
import type { ConnectorSettings } from '../../config/settings-list.ts'
import { type Arguments, type Command, confirmed, UsageError } from '../terminal/command.ts'
import { onAccount, report } from './account-output.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

/** The connector given with `--upstream`. @throws UsageError if the settings do not contain it */
export function connectorOf(
  { login: { upstreams } }: Pick<Configuration, 'login'>,
  id: string | undefined,
): ConnectorSettings {
  if (id === undefined) throw new UsageError('specify the connector: --upstream ID')
  const found = upstreams.find((connector) => connector.id === id)
  if (found !== undefined) return found
  const known = upstreams.map((connector) => connector.id).join(', ')
  throw new UsageError(
    `unknown connector "${id}": login.upstreams has ${known === '' ? 'none; the command line needs the same settings as the service' : known}`,
  )
}

/** Maximum length of `sub` (OIDC Core s8). */
const SUBJECT_MAX_LENGTH = 255

function subjectIn(args: Arguments): string {
  const subject = args.text('subject') ?? ''
  if (subject === '' || subject.length > SUBJECT_MAX_LENGTH)
    throw new UsageError(`--subject is the provider's user ID ("sub"): 1 to ${SUBJECT_MAX_LENGTH} characters`)
  return subject
}

export const USER_LINK_COMMANDS: readonly Command[] = [
  command('user link', (args, terminal) => {
    const username = args.only('username, email address, or subject')
    const subject = subjectIn(args)
    return withStore(terminal, async (store) => {
      const connector = connectorOf(store.configuration, args.text('upstream'))
      const result = await onAccount(store, username, (sub) => store.identityOperations.link(sub, connector, subject))
      return report(result, args, terminal, `done; the user can sign in with ${connector.name}`)
    })
  }),
  command('user unlink', async (args, terminal) => {
    const username = args.only('username, email address, or subject')
    const id = args.text('upstream')
    if (id === undefined) throw new UsageError('specify the connector: --upstream ID')
    if (!(await confirmed("All of the user's sessions and tokens will end immediately.", args, terminal))) return 1
    return withStore(terminal, async (store) => {
      const { login } = store.configuration
      // The connector may have been removed from the settings. Links to it can still be deleted.
      const connector = login.upstreams.find((one) => one.id === id) ?? { id, name: id }
      const result = await onAccount(store, username, (sub) => store.identityOperations.unlink(sub, connector))
      if (result.outcome === 'identity-missing') connectorOf(store.configuration, id)
      return report(result, args, terminal, 'done; the user is signed out')
    })
  }),
]
