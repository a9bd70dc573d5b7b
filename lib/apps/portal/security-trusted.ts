import { asksSecondStep, type SecondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { bondOf } from '../../domain/accounts/trusted-devices.ts'
import { describeUserAgent } from '../../web/request/user-agent.ts'
import { dateOf, redirectWithFlash, viewOf } from '../first-party/page.ts'
import type { PortalRequest } from './request.ts'
import { required, SECURITY } from './security-operations.ts'
import type { TrustedDevicesProps } from './security-trusted-view.tsx'

/** The browsers that the user trusts; undefined where none can be trusted. */
export async function trustedOf(
  page: PortalRequest,
  factors: SecondFactorsOf,
): Promise<TrustedDevicesProps | undefined> {
  const {
    services: { trusted, users, storage },
    user: { sub },
  } = page
  if (trusted === undefined || !asksSecondStep(factors)) return undefined
  const [{ generation }, passwordStamp] = await Promise.all([storage.subjects.read(sub), users.passwordStampOf(sub)])
  if (passwordStamp === undefined) return undefined
  const devices = await trusted.list(sub, bondOf({ generation, passwordStamp, factors }))
  return {
    form: { action: page.href(`${SECURITY}/trusted`), hidden: page.hidden },
    devices: devices.map(({ key, userAgent, since, until, usedAt }) => ({
      key,
      ...describeUserAgent(userAgent),
      since: new Date(since),
      until: new Date(until),
      usedAt: dateOf(usedAt),
    })),
  }
}

/** POST /security/trusted: one browser, or all. It needs no recent sign-in: nobody gets in by it. */
export async function stopTrusting(page: PortalRequest): Promise<void> {
  const { services, user, context, form } = page
  const trusted = required(services.trusted)
  const t = viewOf(page).t.factors.trusted
  const all = form.get('action') === 'all'
  const outcome = await (all ? trusted.removeAll(user.sub) : trusted.remove(user.sub, form.get('device') ?? ''))
  if (outcome === 'missing') return redirectWithFlash(page, SECURITY, { tone: 'info', text: t.gone })
  context.event = 'account.device-forgotten'
  await redirectWithFlash(page, SECURITY, { tone: 'ok', text: all ? t.allDone : t.done })
}
