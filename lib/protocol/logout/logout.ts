import { decideLogout, type LogoutDecision, type LogoutRequest, logoutClientId } from '../../../policies/logout.ts'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { detailOf } from '../../../policies/verdict.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import { homeOf } from '../../domain/clients/client-home.ts'
import { type Client, findClient } from '../../domain/clients/client-record.ts'
import type { SessionEnding } from '../../domain/sessions/ending.ts'
import { frontchannelLogouts } from '../../domain/sessions/frontchannel.ts'
import { type BrowserSession, sessionAt } from '../../domain/sessions/session-registry.ts'
import { sidOf } from '../../domain/sessions/sid.ts'
import { readIdTokenHint } from '../../domain/tokens/id-token-hint.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { readParameters } from '../../web/http/body.ts'
import { redirect, sendJson } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { Csrf } from '../../web/pages/csrf.ts'
import type { Forwarding } from '../../web/pages/forwarding.ts'
import type { Pages } from '../../web/pages/pages.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { headerText, sourceOf } from '../../web/request/received-headers.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import { note, ProtocolError, parseParameters, queryParameters } from '../../web/request/request-context.ts'
import type { Engine } from '../engine/engine.ts'
import { LogoutConfirm } from './confirm-view.tsx'
import { endedApps, iconsOf, isReached } from './ended-apps.ts'
import { type Ended, type SignedOutPages, showSigningOut, upstreamOf } from './signed-out.ts'

export interface LogoutServices {
  readonly logoutPath: string
  readonly issuer: TokenIssuer
  readonly engine: Engine
  readonly pages: Pages
  readonly csrf: Csrf
  readonly users: Users
  readonly ending: SessionEnding
  readonly signedOut: SignedOutPages
  readonly forwarding: Pick<Forwarding, 'halt'>
  /** URL of the portal; undefined if there is none. */
  readonly accountHref: string | undefined
  readonly confirm: 'when-unverified' | 'always' | 'never'
  /** POST with a Bearer token. */
  readonly centralized: Handler
}

const PARAMETERS = ['client_id', 'id_token_hint', 'post_logout_redirect_uri', 'state', 'ui_locales'] as const

/** GET and POST /connect/logout: RP-initiated logout of this browser, or centralized logout with a Bearer token. */
export function logoutEndpoint(services: LogoutServices): Handler {
  return async (context) => {
    if (context.req.method !== 'POST') {
      context.sent = parseParameters(context.query)
      return rpInitiated(services, context, queryParameters(context.query))
    }
    if (context.req.headers.authorization !== undefined || !hasForm(context)) return services.centralized(context)
    const form = await readParameters(context)
    if (form.has('action')) return confirmed(services, context, form)
    // Repeat a POST as a GET, because browsers omit the SameSite=Lax session cookie from a cross-site POST.
    if (prefersHtml(context.req) && (await services.engine.browserSession(context)) === undefined) {
      return redirect(
        context,
        withParameters(services.logoutPath, Object.fromEntries(PARAMETERS.map((name) => [name, form.get(name)]))),
      )
    }
    return rpInitiated(services, context, form)
  }
}

const hasForm = ({ req }: RequestContext): boolean =>
  (headerText(req, 'content-type') ?? '').startsWith('application/x-www-form-urlencoded')

interface Evaluation {
  readonly decision: LogoutDecision
  readonly client: Client | undefined
  readonly session: BrowserSession | undefined
  /** URL that the browser is redirected to after the sign-out; undefined to show the signed-out page. */
  readonly after: string | undefined
}

async function evaluate(
  { issuer, engine, confirm }: LogoutServices,
  context: RequestContext,
  parameters: ReadonlyMap<string, string>,
): Promise<Evaluation> {
  const sentHint = parameters.get('id_token_hint')
  const request: LogoutRequest = {
    clientId: parameters.get('client_id') === '' ? undefined : parameters.get('client_id'),
    hint: sentHint === undefined || sentHint === '' ? 'none' : ((await readIdTokenHint(issuer, sentHint)) ?? 'bad'),
    postLogoutRedirectUri: parameters.get('post_logout_redirect_uri'),
    navigation: prefersHtml(context.req),
    source: sourceOf(context.req, new URL(issuer.issuer).origin),
  }
  const clientId = logoutClientId(request)
  const client = await findClient(issuer.storage.clients, clientId)
  if (client !== undefined) context.client = client
  const browser = await engine.browserSession(context)
  const session = browser === undefined ? undefined : await sessionAt(issuer.storage, browser.accountId, browser.key)
  const decision = decideLogout(request, {
    client: client && { ...client, active: client.status === 'active' },
    confirm,
    session:
      session === undefined
        ? undefined
        : { subject: session.subject, sid: clientId === undefined ? undefined : sidOf(session.uid, clientId) },
  })
  const redirectUri = decision.do === 'deny' ? undefined : decision.redirectUri
  const after = redirectUri && withParameters(redirectUri, { state: parameters.get('state') })
  return { decision, client, session, after }
}

async function rpInitiated(services: LogoutServices, context: RequestContext, parameters: ReadonlyMap<string, string>) {
  const checked = await evaluate(services, context, parameters)
  const { decision, client, session } = checked
  note(context.trace, 'logout', decision.do === 'deny' ? detailOf(decision.deny) : decision.do)
  if (decision.do === 'deny') throw new ProtocolError(decision.deny)
  if (decision.do === 'ask' && session !== undefined) return ask(services, context, parameters, session)
  if (decision.do === 'sign-out' && session !== undefined)
    return signOut(services, context, session, checked, client?.clientId)
  services.engine.forgetSession(context)
  services.forwarding.halt(context, 'choose')
  await signedOut(services, context, undefined, checked)
}

/** Handles the form on the confirmation page. */
async function confirmed(services: LogoutServices, context: RequestContext, form: ReadonlyMap<string, string>) {
  const checked = await evaluate(services, context, form)
  const { decision, client, session } = checked
  if (decision.do === 'deny') throw new ProtocolError(decision.deny)
  // The session has already ended, perhaps through a double click or in another tab, so treat the user as signed out.
  if (session === undefined) return signedOut(services, context, undefined, checked)
  await services.csrf.assert(context, form, bindingOf(session))
  if (form.get('action') === 'stay')
    return redirect(context, (client && homeOf(client)) ?? services.accountHref ?? services.issuer.issuer)
  if (form.get('action') !== 'confirm') throw new ProtocolError(parameterMalformed('action'))
  await signOut(services, context, session, checked)
}

const bindingOf = (session: BrowserSession): string => `logout ${session.key}`

async function ask(
  services: LogoutServices,
  context: RequestContext,
  parameters: ReadonlyMap<string, string>,
  session: BrowserSession,
): Promise<void> {
  const sent = PARAMETERS.flatMap((name): [string, string][] => {
    const value = parameters.get(name)
    return value === undefined ? [] : [[name, value]]
  })
  const [user, ...known] = await Promise.all([
    services.users.find(session.subject),
    ...session.clients.map(({ clientId }) => findClient(services.issuer.storage.clients, clientId)),
  ])
  const clients = known.filter((one) => one !== undefined)
  const reached = (client: Client): boolean => isReached(services.issuer.issuer, client)
  const namesOf = (some: readonly Client[]): readonly string[] => some.map(({ clientName }) => clientName)
  await services.pages.show(
    context,
    200,
    LogoutConfirm,
    {
      form: {
        action: services.logoutPath,
        hidden: { ...Object.fromEntries(sent), ...services.csrf.fields(bindingOf(session)) },
      },
      account: user === undefined ? undefined : accountView(user),
      apps: namesOf(clients.filter(reached)),
      remaining: namesOf(clients.filter((one) => !reached(one))),
      icons: iconsOf(clients),
    },
    { uiLocales: parameters.get('ui_locales') },
  )
}

async function signOut(
  services: LogoutServices,
  context: RequestContext,
  session: BrowserSession,
  checked: Evaluation,
  asking?: string,
): Promise<void> {
  const { client, after } = checked
  context.subject = session.subject
  context.sid = client === undefined ? session.uid : sidOf(session.uid, client.clientId)
  context.event = 'logout.session'
  const ended = await services.ending.endSession(session)
  services.engine.forgetSession(context)
  services.forwarding.halt(context, 'choose')
  const apps = { ...endedApps(services.issuer.issuer, ended, asking), ...upstreamOf(session) }
  const frontchannel = frontchannelLogouts(services.issuer.issuer, ended.clients)
  if (frontchannel.length > 0 && prefersHtml(context.req)) {
    const [continueHref, frames] = await Promise.all([
      after ?? services.signedOut.continueHref(apps, client?.clientId),
      services.signedOut.withNotices(frontchannel, apps.notified),
    ])
    return showSigningOut(services.pages, context, frames, continueHref, after === undefined)
  }
  await signedOut(services, context, apps, checked)
}

async function signedOut(
  services: LogoutServices,
  context: RequestContext,
  apps: Ended | undefined,
  { client, after }: Evaluation,
): Promise<void> {
  if (after !== undefined) return redirect(context, after)
  if (!prefersHtml(context.req)) return sendJson(context, 200, { signed_out: true })
  await services.signedOut.show(context, apps, client)
}
