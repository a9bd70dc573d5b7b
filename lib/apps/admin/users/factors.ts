import { parameterMalformed } from '../../../../policies/parameters.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { passkeyKey } from '../../../domain/accounts/factors/factor-record.ts'
import type { NamedConnector } from '../../../domain/accounts/identities.ts'
import { isGraceDay, isGraceOf } from '../../../domain/accounts/second-factor-requirement.ts'
import { hasFactorRule } from '../../../domain/clients/client-pages.ts'
import type { FactorToRemove } from '../../../domain/management/factor-removal.ts'
import { ProtocolError } from '../../../web/request/request-context.ts'
import { dayName } from '../../../web/ui/texts/format/time.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { dateOf, formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { actorOf, show } from '../shell/show.ts'
import { UserFactorRemoval } from './factor-removal-view.tsx'
import { type UserFactors, UserFactorsPage } from './factors-view.tsx'
import { type UserIdentity, UserUnlink } from './identities-view.tsx'
import type { UsersRequest } from './services.ts'
import {
  accountHead,
  assertMayHelp,
  directoryOf,
  headOf,
  type OfAccount,
  operationsOf,
  reachOf,
  showResult,
} from './subject.ts'

export async function factorsOf(page: UsersRequest, { sub }: Account): Promise<UserFactors> {
  const record = await page.services.factors.read(sub)
  return {
    graceUntil: isGraceOf(record, viewOf(page).now.getTime()) ? dateOf(record?.graceUntil) : undefined,
    passkeys: (record?.passkeys ?? []).map(({ id, name, createdAt, usedAt, silent }) => ({
      key: passkeyKey(id),
      silent,
      name,
      createdAt: new Date(createdAt),
      usedAt: dateOf(usedAt),
    })),
    appAddedAt: dateOf(record?.totp?.addedAt),
    recoveryCodes: record?.recovery?.hashes.length,
  }
}

export const factorsForm = (page: UsersRequest, subject: OfAccount): Promise<void> => showFactors(page, 200, subject)

/** @param wrongDay the rejected last day of a grace */
async function showFactors(
  page: UsersRequest,
  status: number,
  subject: OfAccount,
  wrongDay?: string | undefined,
): Promise<void> {
  const { account } = subject
  assertMayHelp(page, subject)
  const factors = await factorsOf(page, account)
  await show(page, status, UserFactorsPage, {
    user: headOf(subject),
    factors,
    grace:
      page.mayChange && (await isRuled(page))
        ? { form: formAt(page, userPath(account.sub, 'grace')), until: factors.graceUntil, wrong: wrongDay }
        : undefined,
  })
}

const isRuled = async ({ services: { secondFactor, clients } }: UsersRequest): Promise<boolean> =>
  secondFactor.rule.require !== 'nobody' || (await hasFactorRule(clients))

/** POST /users/:sub/grace: grants a grace until the end of a day, or ends it. */
export async function changeGrace(page: UsersRequest, subject: OfAccount): Promise<void> {
  const { account } = subject
  const { grace: t } = viewOf(page).t.factors.users
  const { locale, now } = viewOf(page)
  const until = page.form.get('act') === 'end' ? undefined : (page.form.get('until')?.trim() ?? '')
  if (until !== undefined && !isGraceDay(until, now.getTime()))
    return showFactors(page, 422, subject, until.slice(0, 40))
  const result = await operationsOf(page).grantGrace(account.sub, until)
  await showResult(page, headOf(subject), result, (user) =>
    until === undefined ? t.ended({ user }) : t.granted({ user, date: dayName(locale, new Date(until), now) }),
  )
}

const removalPath = ({ query }: UsersRequest, sub: string): string => `${userPath(sub, 'factors')}/remove?${query}`

/** GET /users/:sub/factors/remove?lost=&passkey=: asks for confirmation before one or all factors are removed. */
export async function askFactorRemoval(page: UsersRequest, subject: OfAccount): Promise<void> {
  assertMayHelp(page, subject)
  const { account } = subject
  const lost = lostFactor(page)
  const { passkeys, appAddedAt } = await factorsOf(page, account)
  const passkey = typeof lost === 'string' ? undefined : passkeys.find(({ key }) => key === lost.passkey)
  const others = passkeys.length + (appAddedAt === undefined ? 0 : 1) - (lost === 'everything' ? 0 : 1)
  const isGone = lost === 'everything' ? others === 0 : lost === 'authenticator' ? appAddedAt === undefined : !passkey
  if (isGone) return showResult(page, headOf(subject), { outcome: 'factor-missing' }, () => '')
  await show(page, 200, UserFactorRemoval, {
    user: headOf(subject),
    reach: await reachOf(page, account.sub),
    what: typeof lost === 'string' ? lost : { passkey: passkey?.name ?? '' },
    isLast: lost === 'everything' || others === 0,
    form: formAt(page, removalPath(page, account.sub)),
  })
}

/** POST /users/:sub/factors/remove: removes one factor or all of them. */
export async function removeFactors(page: UsersRequest, subject: OfAccount): Promise<void> {
  const { removal } = viewOf(page).t.factors.users
  const lost = lostFactor(page)
  const result = await operationsOf(page).removeFactor(subject.account.sub, lost)
  const { done } = removal[typeof lost === 'string' ? lost : 'passkey']
  await showResult(page, headOf(subject), result, (user) => done({ user }))
}

function lostFactor({ query }: UsersRequest): FactorToRemove {
  const lost = query.get('lost')
  if (lost === 'everything' || lost === 'authenticator') return lost
  if (lost !== 'passkey') throw new ProtocolError(parameterMalformed('lost'))
  return { passkey: query.get('passkey') ?? '' }
}

/** A connector that was removed from the settings is shown by its ID. */
function connectorOf({ services: { configuration } }: UsersRequest, id: string): NamedConnector {
  return configuration.login.upstreams.find((connector) => connector.id === id) ?? { id, name: id }
}

/** The account's linked external identities. */
export const identitiesOf = (page: UsersRequest, { identities = [] }: Account): readonly UserIdentity[] =>
  identities.map(({ connector, subject, linkedAt }) => ({
    ...connectorOf(page, connector),
    subject,
    linkedAt: new Date(linkedAt),
  }))

/** The name of a federated user's provider. */
export const originOf = (page: UsersRequest, { origin }: Account): string | undefined =>
  origin === undefined ? undefined : connectorOf(page, origin).name

const pathOf = (page: UsersRequest, { sub }: Account): string => `${userPath(sub, 'unlink')}?${page.query}`

export async function askUnlink(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const { id, name } = connectorOf(page, page.query.get('upstream') ?? '')
  if (account.identities?.some(({ connector }) => connector === id) !== true)
    return showResult(page, accountHead(page, account), { outcome: 'identity-missing' }, () => '')
  await show(page, 200, UserUnlink, {
    user: accountHead(page, account),
    provider: name,
    isOrigin: account.origin === id,
    form: formAt(page, pathOf(page, account)),
  })
}

export async function unlinkUser(page: UsersRequest, { account }: OfAccount): Promise<void> {
  const connector = connectorOf(page, page.query.get('upstream') ?? '')
  const operations = page.services.operations.identityOperations(directoryOf(page), actorOf(page))
  const result = await operations.unlink(account.sub, connector)
  const { unlinked, lastWay } = viewOf(page).t.users.identities
  if (result.outcome === 'last-way-in') return redirectWithFlash(page, userPath(account.sub), 'danger', lastWay)
  await showResult(page, accountHead(page, account), result, (user) =>
    unlinked({ user, provider: isolate(connector.name) }),
  )
}
