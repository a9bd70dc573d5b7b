import { createHash, randomBytes } from 'node:crypto'
import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import { decideStepOwed } from '../../../policies/trusted-device.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Services } from '../../compose/services.ts'
import { secondFactorsOf } from '../../domain/accounts/second-factors.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import { readClient } from '../../domain/clients/client-record.ts'
import { secretMatches } from '../../domain/clients/secrets.ts'
import { unavailable } from '../../domain/denial-error.ts'
import { decodeJwt } from '../../domain/keys/jws.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { readFamily } from '../../domain/tokens/family-record.ts'
import { redeemCode } from '../../domain/tokens/redeem.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { readForm } from '../../web/http/body.ts'
import { tokensOf } from '../../web/http/grant-record.ts'
import { redirect } from '../../web/http/responses.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { queryParameters } from '../../web/request/parameters.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import { type AppSession, appSessions } from './app-session.ts'
import type { FirstPartyApp } from './clients.ts'
import { showNoAccess } from './no-access.ts'
import { SignInCancelled } from './sign-in-cancelled-view.tsx'

/** Below the app: begins a sign-in that asks which account. */
const OTHER_ACCOUNT = '/other-account'

/** A disruptive act needs a sign-in that is no older than this, in seconds (ux.md §3, step-up). */
export const RECENT_SIGN_IN_SECONDS = 600

/** What a sign-in asks of the person besides who they are. */
const PROMPTS = {
  no: {},
  login: { prompt: 'login', max_age: String(RECENT_SIGN_IN_SECONDS) },
  select_account: { prompt: 'select_account' },
} as const

/** A request to an app of ours, by somebody who is signed in. */
export interface AppRequest {
  readonly context: RequestContext
  readonly session: AppSession
  readonly user: User
  /** Path below the app, `/` at its root. */
  readonly path: string
  readonly query: URLSearchParams
  /** The form of a POST, its origin proven; empty for a GET. */
  readonly form: ReadonlyMap<string, string>
  /** All values of fields that may stand more than once (checkboxes). */
  readonly formLists: ReadonlyMap<string, readonly string[]>
  /** Hidden fields that every form of the app must carry. */
  readonly hidden: Readonly<Record<string, string>>
  /** Begins a sign-in that asks which account. */
  readonly otherAccountHref: string
  /** Address of a path of the app. */
  href(path: string): string
  /** False: the answer has been given, a redirect to sign in again; come back to this very page. Ask on the GET of a form. */
  assertRecentSignIn(): Promise<boolean>
  /** Whether the sign-in is recent enough for a disruptive act; POST handlers refuse without it. Most pages never ask. */
  isRecentSignIn(): Promise<boolean>
}

/** On a browser that is trusted, the second step was left out: a disruptive act asks for it. */
async function stepOwed(users: Users, { sub, signedInAt, idToken }: AppSession): Promise<'owed' | 'none'> {
  const acr = decodeJwt(idToken)?.claims.acr
  if (acr === ACR_TWO_FACTORS) return 'none'
  const { passkeys, totp } = await secondFactorsOf(users, sub)
  const factorsSince = [...passkeys.map(({ createdAt }) => createdAt), ...(totp === undefined ? [] : [totp.addedAt])]
  return decideStepOwed({ acr: typeof acr === 'string' ? acr : undefined, signedInAt, factorsSince })
}

/**
 * An app of ours as a relying party of the service: code flow with PKCE S256, state and nonce, and a session of its
 * own. The exchange is a call in the process, not over the network (C7); the rules that judge it are the same.
 */
export function firstPartyApp(
  services: Services,
  app: FirstPartyApp,
  secret: string,
  answer: (request: AppRequest) => Promise<void>,
): Handler {
  const sessions = appSessions(app, services.storage.records)
  const { pathname } = new URL(app.url)
  const root = pathname.replace(/\/$/, '')
  // At the root of a host a path with two slashes in front would be the address of another host.
  const href = (path: string): string => root + path.replace(/^[/\\]+/, '/')

  const signIn = async (
    context: RequestContext,
    returnTo: string,
    ask: 'no' | 'login' | 'select_account',
  ): Promise<void> => {
    const verifier = randomBytes(32).toString('base64url')
    const nonce = randomBytes(16).toString('base64url')
    const state = await sessions.begin(context, { verifier, nonce, returnTo })
    redirect(
      context,
      withParameters(`${services.issuerUrl}/authorize`, {
        client_id: app.clientId,
        redirect_uri: `${app.url}/callback`,
        response_type: 'code',
        scope: app.scopes.join(' '),
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        ...PROMPTS[ask],
      }),
    )
  }

  /** The person left the sign-in, may not enter, or the service could not answer: each is said as what it is. */
  const refused = async (context: RequestContext, parameters: ReadonlyMap<string, string>): Promise<void> => {
    const [error, ref] = [parameters.get('error'), parameters.get('error_ref')]
    if (error === 'temporarily_unavailable' || error === 'server_error') throw unavailable('not_ready', error)
    if (ref === 'access_rule' && prefersHtml(context.req))
      return showNoAccess(services, context, deny('access_denied', ref), {
        app: app.clientId === 'sso-admin' ? 'panel' : 'portal',
        otherHref: href(OTHER_ACCOUNT),
      })
    if (ref === 'access_rule' || ref === 'account_inactive') throw new ProtocolError(deny('access_denied', ref))
    if (error !== 'access_denied' || !prefersHtml(context.req))
      throw new ProtocolError(deny('access_denied', 'user_denied', error))
    await services.pages.show(context, 200, SignInCancelled, { app: app.name, signInHref: href('/') })
  }

  const callback = async (context: RequestContext): Promise<void> => {
    const parameters = queryParameters(context.query)
    const started = await sessions.take(context, parameters.get('state') ?? '')
    // An old or foreign callback: begin anew, nothing of it is used.
    if (started === undefined) return redirect(context, href('/'))
    if (parameters.has('error')) return refused(context, parameters)
    const opened = services.issuer.values.open('code', parameters.get('code') ?? '')
    if (opened === undefined || parameters.get('iss') !== services.issuerUrl)
      throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'callback'))
    const {
      clients: [clientRecord],
      family,
    } = await services.storage.tokenState.look({ clients: [app.clientId], family: opened.familyId })
    const client = clientRecord === undefined ? undefined : readClient(clientRecord)
    if (client === undefined || !secretMatches(secret, client.secretHash))
      throw new ProtocolError(deny('invalid_client', 'invalid_client_secret'))
    context.client = client
    const redeemed = await redeemCode(services.issuer, client, {
      familyId: opened.familyId,
      record: family,
      sent: {
        codeHash: opened.hash,
        endsAt: opened.endsAt,
        redirectUri: `${app.url}/callback`,
        verifier: started.verifier,
      },
    })
    const tokens = tokensOf(context, 'code', redeemed)
    const claims = decodeJwt(tokens.id_token)?.claims
    if (claims?.nonce !== started.nonce) throw new ProtocolError(deny('invalid_grant', 'invalid_grant', 'nonce'))
    const [sub, sid] = [String(claims.sub), String(claims.sid)]
    // That of the code: one that is read now may be younger than an end which came in between, and would outlive it.
    const { subjectGeneration } = readFamily(family as string)
    await sessions.open(context, {
      sub,
      sid,
      subjectGeneration,
      signedInAt: Number(claims.auth_time),
      idToken: tokens.id_token,
    })
    redirect(context, href(started.returnTo))
  }

  return async (context) => {
    const path = context.path === '' ? '/' : context.path
    if (path === '/callback') return callback(context)
    if (path === OTHER_ACCOUNT && context.req.method !== 'POST') return signIn(context, '/', 'select_account')
    const found = await sessions.read(context)
    const state =
      found === undefined
        ? undefined
        : await services.storage.subjects.read(found.session.sub, sessionOfSid(found.session.sid))
    const alive = found !== undefined && state?.generation === found.session.subjectGeneration && !state.sessionEnded
    const user = alive ? await services.users.find(found.session.sub) : undefined
    if (!alive || user === undefined) {
      // A form of a session that is over is not sent again by itself: the person sees the page anew.
      return signIn(
        context,
        context.req.method === 'POST' ? '/' : path + (context.query === '' ? '' : `?${context.query}`),
        'no',
      )
    }
    const { session, key } = found
    context.subject = user.sub
    context.sid = session.sid
    const binding = `${app.clientId} ${key}`
    const lists = context.req.method === 'POST' ? await readForm(context.req) : new Map<string, readonly string[]>()
    const form = new Map([...lists].map(([name, values]) => [name, values.at(-1) ?? '']))
    if (context.req.method === 'POST') services.guard.assert(context, form, binding)
    if (path === '/sign-out' && context.req.method === 'POST') {
      await sessions.close(context)
      return redirect(
        context,
        withParameters(`${services.issuerUrl}/connect/logout`, {
          id_token_hint: session.idToken,
          post_logout_redirect_uri: `${app.url}/`,
        }),
      )
    }
    const isRecentSignIn = async (): Promise<boolean> =>
      services.issuer.seconds() - session.signedInAt <= RECENT_SIGN_IN_SECONDS &&
      (await stepOwed(services.users, session)) === 'none'
    return answer({
      context,
      session,
      user,
      path,
      query: new URLSearchParams(context.query),
      form,
      formLists: lists,
      hidden: services.guard.fields(binding),
      href,
      otherAccountHref: href(OTHER_ACCOUNT),
      isRecentSignIn,
      async assertRecentSignIn() {
        const isRecent = await isRecentSignIn()
        if (!isRecent) await signIn(context, path + (context.query === '' ? '' : `?${context.query}`), 'login')
        return isRecent
      },
    })
  }
}
