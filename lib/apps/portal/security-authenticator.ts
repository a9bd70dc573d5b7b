import { setTimeout } from 'node:timers/promises'
import type { NewAuthenticator, NewAuthenticatorIssue } from '../../web/pages/new-authenticator.ts'
import { required } from '../../web/request/request-context.ts'
import { formAt, viewOf } from '../first-party/page.ts'
import { type PortalRequest, show } from './request.ts'
import { PortalAuthenticator } from './security-codes-view.tsx'
import { addedMethod, checkSignIn, SECURITY, showCodes } from './security-operations.ts'

const PATH = `${SECURITY}/authenticator`

const settingUp = ({ services, session }: PortalRequest): NewAuthenticator =>
  required(services.newAuthenticator)(session.sid)

/** GET /security/authenticator: keeps the secret until it is confirmed, so a scanned QR code survives a reload. */
export async function authenticatorForm(page: PortalRequest): Promise<void> {
  required(page.services.newAuthenticator)
  if (await page.assertRecentSignIn()) await showForm(page)
}

/** POST /security/authenticator: the first code proves that the app holds the secret. */
export async function addAuthenticator(page: PortalRequest): Promise<void> {
  const { user, form, context } = page
  const app = settingUp(page)
  const { newApp } = viewOf(page).t.factors.security
  if ((await checkSignIn(page, PATH)) === 'stale') return
  const outcome = await app.confirm(user.sub, form.get('code'))
  const codes = outcome === 'expired' ? await codesOfOther(app) : undefined
  if (codes !== undefined) return showCodes(page, { codes, done: newApp.done, replaced: false })
  if (outcome !== 'added') return showForm(page, outcome)
  context.event = 'account.authenticator-added'
  await addedMethod(page, newApp.done, app)
}

/** Pauses in milliseconds, while the first submission of the same form may still create the codes. */
const PAUSES_MS = [0, 200, 400, 800]

/** The recovery codes that a first submission of the same form has created; the browser has not displayed them. */
async function codesOfOther(app: NewAuthenticator): Promise<readonly string[] | undefined> {
  for (const pause of PAUSES_MS) {
    await setTimeout(pause)
    const codes = await app.keptCodes()
    if (codes !== undefined) return codes
  }
  return undefined
}

async function showForm(page: PortalRequest, issue?: NewAuthenticatorIssue): Promise<void> {
  const { user } = page
  await show(page, issue === undefined ? 200 : 422, PortalAuthenticator, {
    form: formAt(page, PATH),
    ...(await settingUp(page).shown(user)),
    issue,
  })
}
