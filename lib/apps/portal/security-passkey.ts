import { PASSKEYS_MAX, passkeyName } from '../../../policies/sign-in-methods.ts'
import { displayName, displayUsername } from '../../domain/accounts/display-name.ts'
import { sendJson } from '../../web/http/responses.ts'
import { newPasskeyName } from '../../web/pages/passkey-name.ts'
import { headerText } from '../../web/request/received-headers.ts'
import { required } from '../../web/request/request-context.ts'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import { type PortalRequest, type PortalServices, show } from './request.ts'
import { addedMethod, checkSignIn, gone, namedPasskey, SECURITY } from './security-operations.ts'
import { PortalPasskey, type PortalPasskeyProps, PortalRename } from './security-passkey-view.tsx'

const PATH = `${SECURITY}/passkey`

/** Passkeys can be created only if the portal is on Portico's host. */
function ceremoniesOf({ services }: PortalRequest): NonNullable<PortalServices['passkeys']> {
  const { passkeys, configuration } = services
  return required(passkeys?.placeOf(configuration.portalUrl) === 'here' ? passkeys : undefined)
}

const bindingOf = ({ session }: PortalRequest): string => `portal ${session.sid}`

/** GET /security/passkey: shows the page, or with `?options`, returns the creation options for the browser. */
export async function passkeyForm(page: PortalRequest): Promise<void> {
  const ceremonies = ceremoniesOf(page)
  if (!(await page.assertRecentSignIn())) return
  if (!page.query.has('options')) return showForm(page)
  const { user, context } = page
  const account = { sub: user.sub, username: displayUsername(user), name: displayName(user) }
  sendJson(context, 200, await ceremonies.creation(account, bindingOf(page)))
}

/** POST /security/passkey: adds the new credential. The challenge works only once, so a reload adds nothing. */
export async function addPasskey(page: PortalRequest): Promise<void> {
  const { services, user, form, context } = page
  const ceremonies = ceremoniesOf(page)
  if ((await checkSignIn(page, PATH)) === 'stale') return
  const made = await ceremonies.register(form.get('passkey') ?? '', bindingOf(page), services.configuration.portalUrl)
  if (made === 'refused') return showForm(page, 'refused')
  const { model, ...passkey } = made
  const name = newPasskeyName(viewOf(page), headerText(context.req, 'user-agent'), model)
  const outcome = await required(services.users.passkeys).add(user.sub, { ...passkey, name })
  if (outcome !== 'added') return showForm(page, outcome)
  context.event = 'account.passkey-added'
  await addedMethod(page, viewOf(page).t.factors.security.newPasskey.done({ name: isolate(name) }))
}

/** GET /security/rename. A name grants no access, so renaming does not require a recent sign-in. */
export async function renameForm(page: PortalRequest): Promise<void> {
  required(page.services.users.passkeys)
  const passkey = await namedPasskey(page)
  return passkey === undefined ? gone(page) : showRename(page, 200, passkey.name)
}

export async function renamePasskey(page: PortalRequest): Promise<void> {
  const repository = required(page.services.users.passkeys)
  const passkey = await namedPasskey(page)
  if (passkey === undefined) return gone(page)
  const typed = page.form.get('name') ?? ''
  const name = passkeyName(typed)
  if (name === undefined) return showRename(page, 422, typed, 'unusable')
  if ((await repository.rename(page.user.sub, passkey.id, name)) === 'missing') return gone(page)
  page.context.event = 'account.passkey-renamed'
  const text = viewOf(page).t.factors.security.renaming.done({ name: isolate(name) })
  await redirectWithFlash(page, SECURITY, 'ok', text)
}

async function showForm(page: PortalRequest, issue?: PortalPasskeyProps['issue']): Promise<void> {
  await show(page, issue === undefined ? 200 : 422, PortalPasskey, {
    form: formAt(page, PATH),
    optionsHref: page.href(`${PATH}?options=1`),
    max: PASSKEYS_MAX,
    issue,
  })
}

async function showRename(page: PortalRequest, status: number, name: string, issue?: 'unusable'): Promise<void> {
  const form = formAt(page, `${SECURITY}/rename?${page.query}`)
  await show(page, status, PortalRename, { form, name, issue })
}
