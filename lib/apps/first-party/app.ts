import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import { checkPanelAccess } from '../../../policies/panel-access.ts'
import { decideRecentSignIn } from '../../../policies/recent-sign-in.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { isUpload, readForm, readUpload, type Upload } from '../../web/http/body.ts'
import { assertAllowed, type Handler, type RequestContext } from '../../web/request/request-context.ts'
import type { AppSession, StoredAppSessions } from './app-session.ts'
import type { FirstPartyApp } from './clients.ts'
import type { AppRequest } from './page.ts'
import type { FirstPartyServices, RelyingParty } from './relying-party.ts'
import { finishSignIn, OTHER_ACCOUNT, signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

async function isEnough(users: Users, { sub, signedInAt, acr }: AppSession, now: number): Promise<boolean> {
  const hasFactor = asksSecondStep(await secondFactorsOf(users, sub))
  return decideRecentSignIn({ acr, signedInAt, hasFactor, now }) === 'enough'
}

/** `{portalUrl}/?password` shows the sign-in page with its password form. */
const ASKS_PASSWORD = 'password'

/** The request's path and query, relative to the app. */
const addressOf = ({ path, query }: RequestContext): string =>
  (path === '' ? '/' : path) + (query === '' ? '' : `?${query}`)

/** Request handler for a first-party app, which is a relying party with its own session. */
export function firstPartyApp(
  services: FirstPartyServices,
  app: FirstPartyApp,
  own: Pick<RelyingParty, 'isItself' | 'started'> & { readonly sessions: StoredAppSessions },
  answer: (request: AppRequest) => Promise<void>,
): Handler {
  const kind = app.kind === 'panel' ? 'panel' : 'portal'
  const root = new URL(app.url).pathname.replace(/\/$/, '')
  // At the root of a host, a path that begins with two slashes would be a URL on a different host.
  const href = (path: string): string => root + path.replace(/^[/\\]+/, '/')
  const hrefs = { href, homeHref: href('/'), otherAccountHref: href(OTHER_ACCOUNT) }
  const party: RelyingParty = { ...services, ...own, ...hrefs, app }
  const { sessions } = own
  const { issuer, users, csrf } = services
  const read = async ({ req }: RequestContext, { roles = [] }: User): Promise<Upload> => {
    if (kind === 'portal' || !isUpload(req)) return { fields: await readForm(req), files: new Map() }
    // Files take memory and time, so only administrators may send them.
    assertAllowed(checkPanelAccess(roles, 'change'))
    return readUpload(req)
  }

  return async (context) => {
    const path = context.path === '' ? '/' : context.path
    const isPost = context.req.method === 'POST'
    if (path === '/callback') return finishSignIn(party, context)
    if (path === OTHER_ACCOUNT && !isPost) return signIn(party, context, '/', 'select_account')
    const found = await sessions.read(context)
    const state =
      found === undefined
        ? undefined
        : await issuer.storage.subjects.read(found.session.sub, sessionOfSid(found.session.sid))
    const alive = found !== undefined && state?.generation === found.session.subjectGeneration && !state.sessionEnded
    const user = alive ? await users.find(found.session.sub) : undefined
    // A form from an ended session is not resubmitted automatically. After signing in, the user sees the start page.
    if (!alive || user === undefined) {
      // Even if sign-ins are redirected to an external provider, administrators can sign in here with a password.
      if (new URLSearchParams(context.query).has(ASKS_PASSWORD)) services.forwarding.halt(context, 'password')
      return signIn(party, context, isPost ? '/' : addressOf(context), 'none')
    }
    const { session, key } = found
    // Like an ended session, so that a form is not resubmitted after the sign-in.
    if (!(await issuer.secondFactor.isMet(user, app, session)))
      return signIn(party, context, isPost ? '/' : addressOf(context), 'none')
    context.subject = user.sub
    context.sid = session.sid
    const binding = `${app.clientId} ${key}`
    const { fields, files }: Upload = isPost ? await read(context, user) : { fields: new Map(), files: new Map() }
    const form = new Map([...fields].map(([name, values]) => [name, values.at(-1) ?? '']))
    if (isPost) await csrf.assert(context, form, binding)
    if (path === '/sign-out' && isPost) return signOut(party, context, session)
    const isRecentSignIn = (): Promise<boolean> => isEnough(users, session, issuer.seconds())
    return answer({
      app: kind,
      context,
      session,
      user,
      path,
      query: new URLSearchParams(context.query),
      form,
      formLists: fields,
      files,
      hidden: csrf.fields(binding),
      href,
      otherAccountHref: hrefs.otherAccountHref,
      isRecentSignIn,
      strengthen: () => sessions.replace(key, { ...session, acr: ACR_TWO_FACTORS }),
      async assertRecentSignIn() {
        const isRecent = await isRecentSignIn()
        if (!isRecent) await signIn(party, context, addressOf(context), 'login')
        return isRecent
      },
    })
  }
}
