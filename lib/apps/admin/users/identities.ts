import type { Account } from '../../../domain/accounts/account-record.ts'
import type { NamedConnector } from '../../../domain/accounts/identities.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import { type UserIdentity, UserUnlink } from './identities-view.tsx'
import type { UsersRequest } from './services.ts'
import { accountHead, directoryOf, type OfAccount, showResult } from './subject.ts'

/** A connector that was taken out of the settings is called by its id. */
function connectorOf({ services: { configuration } }: UsersRequest, id: string): NamedConnector {
  return configuration.login.upstreams.find((connector) => connector.id === id) ?? { id, name: id }
}

/** What signs the account in elsewhere. */
export const identitiesOf = (page: UsersRequest, { identities = [] }: Account): readonly UserIdentity[] =>
  identities.map(({ connector, subject, linkedAt }) => ({
    ...connectorOf(page, connector),
    subject,
    linkedAt: new Date(linkedAt),
  }))

/** Name of the provider that the user comes from. */
export const originOf = (page: UsersRequest, { origin }: Account): string | undefined =>
  origin === undefined ? undefined : connectorOf(page, origin).name

const pathOf = (page: UsersRequest, { sub }: Account): string => `${userPath(sub, 'unlink')}?${page.query}`

/** GET /users/:sub/unlink?upstream=ID */
export async function askUnlink(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const { id, name } = connectorOf(page, page.query.get('upstream') ?? '')
  if (account.identities?.some(({ connector }) => connector === id) !== true)
    return showResult(page, accountHead(account), { outcome: 'identity-missing' }, () => '')
  await show(page, 200, UserUnlink, {
    user: accountHead(account),
    provider: name,
    isOrigin: account.origin === id,
    form: { action: page.href(pathOf(page, account)), hidden: page.hidden },
  })
}

/** POST /users/:sub/unlink?upstream=ID */
export async function unlinkUser(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const connector = connectorOf(page, page.query.get('upstream') ?? '')
  const operations = page.services.identityOperations(directoryOf(page), actorOf(page))
  const result = await operations.unlink(account.sub, connector)
  const { unlinked, lastWay } = viewOf(page).t.users.identities
  if (result.outcome === 'last-way-in')
    return redirectWithFlash(page, userPath(account.sub), { tone: 'danger', text: lastWay })
  await showResult(page, accountHead(account), result, (user) => unlinked({ user, provider: isolate(connector.name) }))
}
