import { endIn } from '../../../../policies/end-dates.ts'
import { isChangedHere } from '../../../domain/management/account-changes.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { send } from '../../../web/http/responses.ts'
import { required } from '../../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientsIn, namesOf, userPath } from '../shell/names.ts'
import { actorOf, nameOf, show } from '../shell/show.ts'
import { UserOffboard, UserReceipt } from './offboard-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, operationsOf, showResult } from './subject.ts'
import { userName } from './user-props.tsx'

/** GET /users/:sub/offboard: what will end, and what cannot be ended here. */
export const askOffboard = (page: UsersRequest, subject: ManagedUser): Promise<void> => ask(page, subject)

async function ask(page: UsersRequest, subject: ManagedUser, wrong?: string): Promise<void> {
  const { sub } = subject.user
  const { ended, notEnded } = required(await page.services.offboarding.preview(sub))
  const sessions = await sessionsOf(page.services.storage, sub)
  const apps = (await clientsIn(page, sessions)).filter(({ source }) => source !== 'service')
  await show(page, wrong === undefined ? 200 : 422, UserOffboard, {
    user: headOf(subject),
    reach: { sessions: sessions.length, apps: apps.length },
    ended,
    notEnded,
    apps: apps.map(({ clientName }) => clientName),
    mayPlan: subject.account !== undefined && isChangedHere(subject.account, 'standing'),
    wrong,
    form: formAt(page, userPath(sub, 'offboard')),
  })
}

export async function offboardUser(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { sub } = subject.user
  const typed = page.form.get('at')?.trim() ?? ''
  // A date and time field has no time zone.
  const at = /T\d\d:\d\d$/.test(typed) ? `${typed}Z` : typed
  if (at !== '') {
    if (!((endIn(at) ?? 0) > viewOf(page).now.getTime())) return ask(page, subject, typed.slice(0, 40))
    const result = await operationsOf(page).setEnd(sub, at, 'offboard')
    return showResult(page, headOf(subject), result, (user) => viewOf(page).t.offboard.plannedFor({ user }))
  }
  const outcome = await page.services.offboarding.offboard(sub, actorOf(page))
  const t = viewOf(page).t.offboard
  if (outcome !== 'done' && outcome !== 'unchanged') return showResult(page, headOf(subject), { outcome }, () => '')
  const text = outcome === 'done' ? t.done({ user: userName(headOf(subject)) }) : t.already
  await redirectWithFlash(page, userPath(sub, 'receipt'), outcome === 'done' ? 'ok' : 'info', text)
}

/** GET /users/:sub/receipt: the receipt as a page, or as a file with `?download`. */
export async function showReceipt(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { sub } = subject.user
  const state = required(await page.services.offboarding.receipts.read(sub))
  const { jws, claims } = 'jws' in state ? state : {}
  if (jws !== undefined && page.query.has('download')) {
    const name = headOf(subject).username.replace(/[^\w.-]/g, '_')
    return send(page.context, 200, 'application/jwt', `${jws}\n`, {
      'Content-Disposition': `attachment; filename="receipt-${name}.jwt"`,
    })
  }
  const names = await namesOf(page, [], claims?.apps.map((app) => app.client_id) ?? [])
  await show(page, 200, UserReceipt, {
    user: headOf(subject),
    receipt: claims && {
      claims,
      by: await nameOf(page, claims.offboarded_by),
      apps: claims.apps.map((app) => ({ ...app, app: names.app(app.client_id) })),
    },
  })
}

/** Time and administrator of a past or planned offboarding, for the user's page. */
export async function offboardedOf(page: UsersRequest, { user: { sub }, account }: ManagedUser) {
  const { until, offboardedBy } = account ?? {}
  if (until !== undefined && offboardedBy !== undefined)
    return { by: await nameOf(page, offboardedBy.name), at: new Date(endIn(until) ?? 0), href: undefined }
  const found = await page.services.offboarding.receipts.about(sub)
  return (
    found && { by: await nameOf(page, found.by), at: new Date(found.at), href: page.href(userPath(sub, 'receipt')) }
  )
}
