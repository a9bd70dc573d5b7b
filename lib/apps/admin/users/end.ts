import { endIn } from '../../../../policies/end-dates.ts'
import { formAt, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { lastDay, UserEnd } from './end-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, type OfAccount, operationsOf, showResult } from './subject.ts'

export const endForm = (page: UsersRequest, subject: OfAccount): Promise<void> => showEnd(page, 200, subject)

/** POST /users/:sub/end: sets or removes the account's end date. */
export async function changeEnd(page: UsersRequest, subject: OfAccount): Promise<void> {
  const view = viewOf(page)
  const until = page.form.get('act') === 'end' ? undefined : (page.form.get('until')?.trim() ?? '')
  if (until !== undefined && endIn(until) === undefined) return showEnd(page, 422, subject, until.slice(0, 40))
  const result = await operationsOf(page).setEnd(subject.account.sub, until)
  const { saved, removed } = view.t.users.end
  await showResult(page, headOf(subject), result, (user) =>
    until === undefined ? removed({ user }) : saved({ user, date: lastDay(view, until) }),
  )
}

const showEnd = (page: UsersRequest, status: number, subject: OfAccount, wrong?: string): Promise<void> =>
  show(page, status, UserEnd, {
    user: headOf(subject),
    form: formAt(page, userPath(subject.account.sub, 'end')),
    until: subject.account.until,
    wrong,
  })
