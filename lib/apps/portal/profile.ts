import { decideProfile, PROFILE_FIELDS, type ProfileField, TIME_ZONES } from '../../../policies/profile.ts'
import { displayName } from '../../domain/accounts/display-name.ts'
import { notFound } from '../../web/request/request-context.ts'
import type { ProfileFieldsProps, ProfileValues } from '../../web/ui/components/profile-fields.tsx'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { PortalProfile, PortalProfileEdit } from './profile-view.tsx'
import { auditEvent, isOwn, type PortalRequest, show } from './request.ts'
import { providerOf } from './security-identities.ts'
import { checkSignIn } from './security-operations.ts'

/** GET /profile: the user's profile from the directory. */
export async function showProfile(page: PortalRequest): Promise<void> {
  const { user, services } = page
  const [fields, account] = await Promise.all([
    services.users.profileFields(user.sub),
    services.embedded?.account(user.sub),
  ])
  const open = services.emails !== undefined && isOwn(account) ? (account?.pendingEmail ?? unproved(user)) : undefined
  await show(page, 200, PortalProfile, {
    subject: user.sub,
    name: displayName(user),
    person: {
      name: user.name,
      given: user.given_name,
      family: user.family_name,
      username: user.preferred_username,
      language: user.locale,
      zone: user.zoneinfo,
      email: user.email === undefined ? undefined : { address: user.email, verified: user.email_verified === true },
      roles: user.roles ?? [],
    },
    editable: fields.length > 0,
    by: providerOf(page, account),
    proof:
      open === undefined
        ? undefined
        : { address: open, waits: account?.pendingEmail !== undefined, form: formAt(page, '/profile/prove') },
  })
}

/** Sends the first verification email and returns the message for the page. */
async function sendFirstProof(page: PortalRequest, address: string): Promise<string> {
  const t = viewOf(page).t.portal.profile
  const sent = await page.services.emails?.proofs.send(page.user.sub, address)
  return sent === 'queued' ? t.proofSent({ address: isolate(address) }) : t.proveLater
}

const unproved = ({ email, email_verified: verified }: PortalRequest['user']): string | undefined =>
  verified === true ? undefined : email

/** POST /profile/prove: sends another verification email. `action=cancel` keeps the current email address. */
export async function sendProof(page: PortalRequest): Promise<void> {
  const { services, user } = page
  const account = await services.embedded?.account(user.sub)
  if (page.form.get('action') === 'cancel') {
    await services.embedded?.dropPendingAddress(user.sub)
    return redirectWithFlash(page, '/profile', 'ok', viewOf(page).t.portal.profile.saved)
  }
  const address = isOwn(account) ? (account?.pendingEmail ?? unproved(user)) : undefined
  if (services.emails === undefined || address === undefined) throw notFound()
  const t = viewOf(page).t.portal.profile
  const outcome = await services.emails.proofs.send(user.sub, address)
  if (outcome !== 'queued') return redirectWithFlash(page, '/profile', 'info', t.proveLater)
  await redirectWithFlash(page, '/profile', 'ok', t.proving({ address: isolate(address) }))
}

/** GET /profile/edit. @throws ProtocolError not_found 404 if no field can be changed */
export async function editProfile(page: PortalRequest): Promise<void> {
  const fields = await page.services.users.profileFields(page.user.sub)
  if (fields.length === 0) throw notFound()
  await showForm(page, 200, fields, page.user, [])
}

/** POST /profile: passes only changed fields to the directory. */
export async function changeProfile(page: PortalRequest): Promise<void> {
  const { services, user, form } = page
  const fields = await services.users.profileFields(user.sub)
  const typed: ProfileValues = Object.fromEntries(PROFILE_FIELDS.map((field) => [field, form.get(field)]))
  const { changes, issues } = decideProfile(user, typed, fields)
  const again = (found: ProfileFieldsProps['issues']): Promise<void> => showForm(page, 422, fields, typed, found)
  if (issues.length > 0) return again(issues)
  const { t, languages } = viewOf(page)
  const changed = Object.entries(changes)
  if (changed.length === 0) return redirectWithFlash(page, '/profile', 'info', t.portal.profile.unchanged)
  // Recovery emails go to this email address, so changing it requires a recent sign-in, like changing a password.
  if (changes.email !== undefined && (await checkSignIn(page, '/profile/edit')) === 'stale') return
  const outcome = await services.users.updateProfile({ sub: user.sub, changes })
  if (outcome === 'email-taken') return again([{ field: 'email', code: 'email_taken' }])
  if (outcome !== 'updated' && outcome !== 'proof-needed')
    return redirectWithFlash(page, '/profile', 'danger', t.portal.profile.refused)
  await services.audit.record({
    ...auditEvent(page, 'account.changed'),
    actor: user.sub,
    changes: Object.fromEntries(changed.map(([field, now]) => [field, [user[field as ProfileField] ?? null, now]])),
  })
  // If the user selects a language, the pages switch to it too.
  const spoken = languages.some(({ code }) => code === changes.locale) ? `?ui_locales=${changes.locale}` : ''
  const text =
    outcome === 'proof-needed' && services.embedded !== undefined
      ? await sendFirstProof(page, changes.email ?? '')
      : t.portal.profile.saved
  await redirectWithFlash(page, `/profile${spoken}`, 'ok', text)
}

async function showForm(
  page: PortalRequest,
  status: number,
  fields: readonly ProfileField[],
  values: ProfileValues,
  issues: ProfileFieldsProps['issues'],
): Promise<void> {
  const form = formAt(page, '/profile')
  const proved = page.services.emails !== undefined && page.services.embedded !== undefined
  await show(page, status, PortalProfileEdit, { form, fields, values, issues, zones: TIME_ZONES, proved })
}
