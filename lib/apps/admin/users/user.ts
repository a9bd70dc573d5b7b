import type { Account } from '../../../domain/accounts/account-record.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { oneUseFields, useForm } from '../clients/one-use-form.ts'
import type { PanelRequest } from '../panel.ts'
import { assertMayChange, goOn, judgeSignIn, show, viewOf } from '../shell/show.ts'
import { factorsOf } from './factors.ts'
import { UserAgain, UserOnce } from './one-time-password-view.tsx'
import { UserActQuestion } from './operation-view.tsx'
import { actsOf, headOf, told, userPath, withUser } from './subject.ts'
import type { UserAct } from './user-props.tsx'
import { UserPage } from './user-view.tsx'

/** GET /users/:sub */
export function showUser(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) => {
    const { services } = page
    const [sessions, consents] = await Promise.all([
      sessionsOf(services.storage, account.sub),
      services.consents.list(account.sub),
    ])
    await show(page, 200, UserPage, {
      user: headOf(account),
      details: account.person,
      emailVerified: account.person.email_verified === true,
      password: passwordOf(account),
      createdAt: new Date(account.createdAt),
      changedAt: new Date(account.changedAt),
      sessions: sessions.length,
      apps: await Promise.all(
        consents.map(async ({ clientId }) => (await services.clients.find(clientId))?.clientName ?? clientId),
      ),
      factors: await factorsOf(page, account),
      reactivate: { action: page.href(userPath(account.sub, 'reactivate')), hidden: page.hidden },
    })
  })
}

function passwordOf({ passwordHash, mustChangePassword, source }: Account): 'one-time' | 'own' | 'configured' | 'none' {
  if (source === 'configuration') return 'configured'
  return passwordHash === undefined ? 'none' : mustChangePassword === true ? 'one-time' : 'own'
}

/** GET of an act: what it does. A new password needs a recent sign-in. */
export function askAct(act: UserAct): (page: PanelRequest) => Promise<void> {
  return (page) =>
    withUser(page, async (account) => {
      assertMayChange(page)
      const { refused } = viewOf(page).t.users.acts
      if (act !== 'sign-out' && account.source !== 'administrator')
        return goOn(page, userPath(account.sub), { tone: 'danger', text: refused['read-only'] })
      if (act === 'reset' && !(await page.assertRecentSignIn())) return
      await show(page, 200, UserActQuestion, {
        user: headOf(account),
        act,
        form: {
          action: page.href(userPath(account.sub, act)),
          hidden: act === 'reset' ? oneUseFields(page) : page.hidden,
        },
      })
    })
}

/** POST /users/:sub/suspend: ends all that the person holds; every app hears of it (S9). */
export function suspendUser(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) =>
    told(page, account, await actsOf(page).suspend(account.sub), (user) =>
      viewOf(page).t.users.acts.suspend.done({ user }),
    ),
  )
}

/** POST /users/:sub/reactivate */
export function reactivateUser(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) =>
    told(page, account, await actsOf(page).reactivate(account.sub), (user) =>
      viewOf(page).t.users.acts.reactivated({ user }),
    ),
  )
}

/** POST /users/:sub/sign-out */
export function signOutUser(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) =>
    told(page, account, await actsOf(page).signOutEverywhere(account.sub), (user) =>
      viewOf(page).t.users.acts['sign-out'].done({ user }),
    ),
  )
}

/** POST /users/:sub/require-password */
export function requirePassword(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) =>
    told(page, account, await actsOf(page).requireNewPassword(account.sub), (user) =>
      viewOf(page).t.users.acts['require-password'].done({ user }),
    ),
  )
}

/** POST /users/:sub/reset: the new one-time password is in this answer, once. */
export function resetPassword(page: PanelRequest): Promise<void> {
  return withUser(page, async (account) => {
    if ((await judgeSignIn(page, 'users', userPath(account.sub, 'reset'))) === 'stale') return
    const use = await useForm(page, account.sub)
    if (use.use === 'again') return show(page, 409, UserAgain, { act: 'reset', href: page.href(userPath(account.sub)) })
    const result = await actsOf(page).resetPassword(account.sub)
    if (result.outcome === 'done' && result.oneTimePassword !== undefined)
      return show(page, 200, UserOnce, {
        user: headOf(result.account),
        act: 'reset',
        oneTimePassword: result.oneTimePassword,
      })
    await use.release()
    await told(page, account, result, () => '')
  })
}
