import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { receiptClaims } from '../../../domain/management/receipt.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { send } from '../../../web/http/responses.ts'
import { required } from '../../../web/request/request-context.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientsIn, namesOf, userPath } from '../shell/names.ts'
import { actorOf, nameOf, show } from '../shell/show.ts'
import { UserOffboard, UserReceipt } from './offboard-view.tsx'
import type { UsersRequest } from './services.ts'
import { headOf, reachOf, showResult } from './subject.ts'
import { userName } from './user-props.tsx'

/** GET /users/:sub/offboard: what will end, and what cannot be ended here. */
export async function askOffboard(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { sub } = subject.user
  const { held, notEnded } = required(await page.services.offboarding.preview(sub))
  const sessions = await sessionsOf(page.services.storage, sub)
  await show(page, 200, UserOffboard, {
    user: headOf(subject),
    reach: await reachOf(page, sub),
    ended: { sessions: { count: sessions.length }, tokens: 'all', ...held },
    notEnded,
    apps: (await clientsIn(page, sessions)).filter(({ source }) => source !== 'service').map((one) => one.clientName),
    form: formAt(page, userPath(sub, 'offboard')),
  })
}

export async function offboardUser(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { sub } = subject.user
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
  const jws = 'jws' in state ? state.jws : undefined
  const claims = jws === undefined ? undefined : receiptClaims(jws)
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
    downloadHref: withParameters(page.href(userPath(sub, 'receipt')), { download: '' }),
  })
}

/** When and by whom the user was offboarded, for the user's page. */
export async function offboardedOf(page: UsersRequest, sub: string) {
  const found = await page.services.offboarding.receipts.about(sub)
  return (
    found && { by: await nameOf(page, found.by), at: new Date(found.at), href: page.href(userPath(sub, 'receipt')) }
  )
}
