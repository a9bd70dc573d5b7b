import { parameterMalformed } from '../../../../policies/parameters.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import { passkeyKey } from '../../../domain/accounts/factors/factor-record.ts'
import type { FactorToRemove } from '../../../domain/management/factor-removal.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import { dateOf, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { type UserFactors, UserFactorsPage } from './factors-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, type OfAccount, operationsOf, showResult } from './subject.ts'

export async function factorsOf({ services }: UsersRequest, { sub }: Account): Promise<UserFactors> {
  const record = await services.factors.read(sub)
  return {
    passkeys: (record?.passkeys ?? []).map(({ id, name, createdAt, usedAt }) => ({
      key: passkeyKey(id),
      name,
      createdAt: new Date(createdAt),
      usedAt: dateOf(usedAt),
    })),
    appAddedAt: dateOf(record?.totp?.addedAt),
    recoveryCodes: record?.recovery?.hashes.length,
  }
}

/** GET /users/:sub/factors */
export async function factorsForm(page: UsersRequest, subject: OfAccount): Promise<void> {
  const { account } = subject
  await show(page, 200, UserFactorsPage, {
    user: headOf(subject),
    factors: await factorsOf(page, account),
    form: { action: page.href(userPath(account.sub, 'factors')), hidden: page.hidden },
  })
}

/** POST /users/:sub/factors: takes one away, or all. */
export async function removeFactors(page: UsersRequest, subject: OfAccount): Promise<void> {
  const { allRemoved, removed } = viewOf(page).t.factors.users
  const lost = lostFactor(page)
  const result = await operationsOf(page).removeFactor(subject.account.sub, lost)
  await showResult(page, headOf(subject), result, (user) => (lost === 'everything' ? allRemoved : removed)({ user }))
}

function lostFactor({ form }: UsersRequest): FactorToRemove {
  const lost = form.get('lost')
  if (lost === 'everything' || lost === 'authenticator') return lost
  if (lost !== 'passkey') throw new ProtocolError(parameterMalformed('lost'))
  return { passkey: form.get('passkey') ?? '' }
}
