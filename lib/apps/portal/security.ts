import { RECOVERY_CODES_LOW } from '../../../policies/recovery-code.ts'
import { decideRemoval } from '../../../policies/sign-in-methods.ts'
import { passkeyKey } from '../../domain/accounts/factors/factor-record.ts'
import { asksSecondStep, type SecondFactorsOf, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import { bindingOf } from '../../domain/accounts/trusted-devices.ts'
import { required } from '../../web/request/request-context.ts'
import { describeUserAgent } from '../../web/request/user-agent.ts'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { dateOf, formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { isOwn, keepsFactors, type PortalRequest, show } from './request.ts'
import { fixedPasswordOf, identitiesOf } from './security-identities.ts'
import { checkSignIn, gone, namedPasskey, SECURITY } from './security-operations.ts'
import { PortalRemoval } from './security-removal-view.tsx'
import type { TrustedDevicesProps } from './security-trusted-view.tsx'
import { PortalSecurity } from './security-view.tsx'

/** GET /security: password, passkeys, authenticator app, recovery codes, external identities, and trusted devices. */
export async function showSecurity(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const { users, passkeys: ceremonies } = services
  const [due, factors, account, handle, recovery] = await Promise.all([
    services.secondFactor.dueOf(user, page.session.acr),
    secondFactorsOf(users, user.sub),
    services.embedded?.account(user.sub),
    users.passkeys?.handleOf(user.sub),
    users.recoveryCodes?.stateOf(user.sub),
  ])
  await show(page, 200, PortalSecurity, {
    due,
    twoSteps: !keepsFactors(page) ? undefined : asksSecondStep(factors) ? 'on' : 'off',
    password: {
      own: isOwn(account),
      ...fixedPasswordOf(page, account),
      setAt: dateOf(account?.passwordSetAt),
    },
    passkeys:
      ceremonies === undefined || handle === undefined
        ? undefined
        : {
            cards: factors.passkeys.map(({ id, name, createdAt, usedAt, device, silent }) => ({
              key: passkeyKey(id),
              name,
              device,
              silent,
              createdAt: new Date(createdAt),
              usedAt: dateOf(usedAt),
            })),
            place: ceremonies.placeOf(services.configuration.portalUrl),
            host: ceremonies.host,
            known: { handle, ids: factors.passkeys.map(({ id }) => id) },
          },
    app:
      users.totp === undefined
        ? undefined
        : factors.totp === undefined
          ? 'off'
          : {
              addedAt: new Date(factors.totp.addedAt),
              usedAt: dateOf(factors.totp.usedAt),
            },
    recovery:
      users.recoveryCodes === undefined
        ? undefined
        : recovery === undefined
          ? 'none'
          : { left: recovery.left, madeAt: new Date(recovery.madeAt), low: recovery.left < RECOVERY_CODES_LOW },
    identities: identitiesOf(page, account),
    trusted: await trustedOf(page, factors),
  })
}

/** GET /security/remove: asks for confirmation before a sign-in method is removed. */
export async function askRemoval(page: PortalRequest): Promise<void> {
  const { services, user, query } = page
  const what = query.get('what') === 'authenticator' ? 'authenticator' : 'passkey'
  required(what === 'passkey' ? services.users.passkeys : services.users.totp)
  if (!(await page.assertRecentSignIn())) return
  const { passkeys, totp } = await secondFactorsOf(services.users, user.sub)
  const passkey = await namedPasskey(page)
  if (what === 'passkey' ? passkey === undefined : totp === undefined) return gone(page)
  const decision = decideRemoval(
    { password: await passwordOf(page), passkeys: passkeys.length, authenticator: totp === undefined ? 'off' : 'on' },
    what,
  )
  if (decision.outcome === 'last-way-in') return refuseLast(page)
  await show(page, 200, PortalRemoval, {
    form: formAt(page, `${SECURITY}/remove?${query}`),
    what:
      passkey === undefined || what === 'authenticator'
        ? { kind: 'authenticator' }
        : { kind: 'passkey', name: passkey.name },
    last: decision.recoveryCodes === 'drop',
  })
}

export async function removeMethod(page: PortalRequest): Promise<void> {
  const { services, user, context, query } = page
  const t = viewOf(page).t.factors.security.removal
  if ((await checkSignIn(page, `${SECURITY}/remove?${query}`)) === 'stale') return
  if (query.get('what') === 'authenticator') {
    if ((await required(services.users.totp).remove(user.sub)) === 'missing') return gone(page)
    context.event = 'account.authenticator-removed'
    return redirectWithFlash(page, SECURITY, 'ok', t.appDone)
  }
  const passkey = await namedPasskey(page)
  const outcome =
    passkey === undefined ? 'missing' : await required(services.users.passkeys).remove(user.sub, passkey.id)
  if (outcome === 'last-way-in') return refuseLast(page)
  if (passkey === undefined || outcome === 'missing') return gone(page)
  context.event = 'account.passkey-removed'
  await redirectWithFlash(page, SECURITY, 'ok', t.passkeyDone({ name: isolate(passkey.name) }))
}

const refuseLast = (page: PortalRequest): Promise<void> =>
  redirectWithFlash(page, SECURITY, 'danger', viewOf(page).t.factors.security.removal.lastWayIn)

/** Users in a host's directory always count as `set`, because the host manages their passwords. */
async function passwordOf({ services: { embedded }, user }: PortalRequest): Promise<'set' | 'none'> {
  return embedded === undefined ? 'set' : embedded.passwordOf(user.sub)
}

/** The user's trusted browsers; undefined if trusted devices are unavailable. */
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
  const devices = await trusted.list(sub, bindingOf(generation, passwordStamp, factors))
  return {
    form: formAt(page, `${SECURITY}/trusted`),
    devices: devices.map(({ key, userAgent, since, until, usedAt }) => ({
      key,
      ...describeUserAgent(userAgent),
      since: new Date(since),
      until: new Date(until),
      usedAt: dateOf(usedAt),
    })),
  }
}

/** POST /security/trusted: removes one browser or all of them. Removal grants no access, so any sign-in is enough. */
export async function stopTrusting(page: PortalRequest): Promise<void> {
  const { services, user, context, form } = page
  const trusted = required(services.trusted)
  const t = viewOf(page).t.factors.trusted
  const all = form.get('action') === 'all'
  const outcome = await (all ? trusted.removeAll(user.sub) : trusted.remove(user.sub, form.get('device') ?? ''))
  if (outcome === 'missing') return redirectWithFlash(page, SECURITY, 'info', t.gone)
  context.event = 'account.device-forgotten'
  await redirectWithFlash(page, SECURITY, 'ok', all ? t.allDone : t.done)
}
