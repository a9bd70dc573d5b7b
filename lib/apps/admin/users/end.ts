import { endIn } from '../../../../policies/end-dates.ts'
import { endWords } from '../../../web/ui/components/last-day.tsx'
import { formAt, viewOf } from '../../first-party/page.ts'
import { userPath } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import { typedEnd } from '../shell/typed-end.ts'
import { UserEnd } from './end-view.tsx'
import { offboardedOf } from './offboard.ts'
import type { UsersRequest } from './services.ts'
import { headOf, type OfAccount, operationsOf, showResult } from './subject.ts'

export const endForm = (page: UsersRequest, subject: OfAccount): Promise<void> => showEnd(page, 200, subject)

/** POST /users/:sub/end: sets or removes the account's end date. */
export async function changeEnd(page: UsersRequest, subject: OfAccount): Promise<void> {
  const view = viewOf(page)
  const act = page.form.get('act')
  const until = act === 'end' || act === 'cancel' ? undefined : typedEnd(page.form)
  if (until !== undefined && endIn(until) === undefined) return showEnd(page, 422, subject, until.slice(0, 40))
  const result = await operationsOf(page).setEnd(subject.account.sub, until, act === 'cancel' ? act : undefined)
  const { saved, removed } = view.t.users.end
  await showResult(page, headOf(subject), result, (user) =>
    until === undefined ? removed({ user }) : saved({ user, date: endWords(view, until) }),
  )
}

async function showEnd(page: UsersRequest, status: number, subject: OfAccount, wrong?: string): Promise<void> {
  const { sub, until, offboardedBy } = subject.account
  await show(page, status, UserEnd, {
    user: headOf(subject),
    form: formAt(page, userPath(sub, 'end')),
    until,
    wrong,
    planned: offboardedBy && (await offboardedOf(page, subject)),
  })
}
