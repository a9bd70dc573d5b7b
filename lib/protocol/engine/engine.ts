import { type EngineInteraction, errors, Provider } from 'oidc-provider'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import { descriptionOf } from '../../../policies/errors.ts'
import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { decideGrantedScopes, type Scope } from '../../../policies/scopes.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { sidOf } from '../../domain/sessions/sid.ts'
import { issueCode } from '../../domain/tokens/issue-code.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { type EngineSettings, engineConfiguration } from './configuration.ts'
import { currentRun, type EngineRun, withRun } from './context.ts'
import { denialOf, isAnswered, ScopeRefusal } from './denials.ts'
import { markSecure, overrideInternals } from './internals.ts'

/** What is known of the browser that shows an interaction page. */
export interface InteractionState {
  readonly interaction: EngineInteraction
  /** Who is signed in, if anybody. */
  readonly accountId: string | undefined
  /** How and when they signed in. */
  readonly session: {
    readonly amr: readonly string[]
    readonly signedInAt: number | undefined
    readonly ends: 'with-browser' | 'later'
  }
  readonly run: EngineRun
}

/** All that the service asks of oidc-provider. */
export interface Engine {
  /** Answers a request that has been judged: a page to be shown, or the redirect to the client. */
  authorize(context: RequestContext, request: AuthorizationRequest, client: Client): Promise<void>
  /** Goes on after an interaction. */
  resume(context: RequestContext): Promise<void>
  /** The interaction whose page this is; undefined when it is over or of another browser. */
  interaction(context: RequestContext, uid: string): Promise<InteractionState | undefined>
  /** Why there is no such interaction: `finished` in this very browser, or `gone`: too old, of another browser, made up. */
  interactionEnd(context: RequestContext, uid: string): Promise<'finished' | 'gone'>
  /** Keeps the person's answer and gives the address where the engine goes on. */
  finishInteraction(state: InteractionState, result: Readonly<Record<string, unknown>>): Promise<string>
  /** The session of the browser that asks, if it is alive. */
  browserSession(
    context: RequestContext,
  ): Promise<{ readonly uid: string; readonly accountId: string; readonly key: string } | undefined>
  /** Takes the session cookie from the browser. */
  forgetSession(context: RequestContext): void
}

/** Parameters that the engine is given; all others have been judged or are ignored. */
const FORWARDED = ['login_hint', 'acr_values', 'id_token_hint', 'ui_locales'] as const

export function createEngine(
  issuerUrl: string,
  settings: EngineSettings,
  issuer: TokenIssuer,
  verifyHint: (jwt: string, clientId: string) => Promise<object>,
): Engine {
  const provider = new Provider(issuerUrl, engineConfiguration(settings))
  provider.silent = true
  overrideInternals(provider, {
    verifyHint,
    async issueCode(code) {
      const run = currentRun()
      if (run.client === undefined) throw new Error('a code without a client')
      // The client may have been changed while the person was asked (C4).
      const scopes = decideGrantedScopes(code.scope.split(' ') as Scope[], run.client.scopes)
      if (!scopes.allowed) throw new ScopeRefusal(scopes)
      run.joining = { clientId: run.client.clientId, scopes: scopes.scopes }
      const sid = sidOf(code.sessionUid, run.client.clientId)
      Object.assign(run.context, { subject: code.accountId, sid })
      // As they were when this request began: a revocation since then makes the family dead at birth.
      const known =
        run.session?.accountId === code.accountId && run.session.clientGeneration?.client === run.client.clientId
          ? run.session
          : undefined
      const state =
        known === undefined
          ? await issuer.storage.subjects.read(code.accountId, code.sessionUid, run.client.clientId)
          : { generation: known.subjectGeneration, clientGeneration: known.clientGeneration?.generation ?? 0 }
      const recognised = known === undefined && run.recognised?.accountId === code.accountId ? run.recognised : state
      return issueCode(issuer, {
        client: run.client,
        subject: code.accountId,
        subjectGeneration: recognised.generation,
        clientGeneration: state.clientGeneration,
        sid,
        scopes: scopes.scopes,
        signedInAt: code.authTime,
        acr: code.acr ?? '',
        amr: code.amr ?? [],
        nonce: code.nonce,
        redirectUri: code.redirectUri,
        codeChallenge: code.codeChallenge,
      })
    },
  })
  provider.on('authorization.success', ((_ctx: unknown, answer: Record<string, string>) => {
    currentRun().answer = answer
  }) as never)
  provider.on('authorization.error', ((_ctx: unknown, error: unknown) => {
    currentRun().fault = error
  }) as never)
  provider.on('server_error', ((_ctx: unknown, error: unknown) => {
    currentRun().fault = error
  }) as never)
  provider.use(async (ctx, next) => {
    const run = currentRun()
    markSecure(ctx, settings.https)
    try {
      await next()
    } catch (fault) {
      run.fault = fault
    }
    const location = ctx.response.get('Location')
    if (typeof location === 'string' && location !== '') run.location = location
    if (run.params === undefined && ctx.oidc?.params !== undefined) run.params = { ...ctx.oidc.params }
    // The answer is written by us, in one place for all errors.
    ctx.respond = false
  })
  const callback = provider.callback()

  const run = async (context: RequestContext, url: string, known: Partial<EngineRun>): Promise<void> => {
    const state: EngineRun = { context, ...known }
    const { req, res } = context
    const sent = req.url
    const cookies = res.getHeader('Set-Cookie')
    const original = (req as { originalUrl?: string }).originalUrl
    try {
      req.url = url
      Object.assign(req, { originalUrl: settings.mountPath + url })
      await withRun(state, () => callback(req, res))
    } finally {
      if (sent !== undefined) req.url = sent
      Object.assign(req, { originalUrl: original })
    }
    for (const name of ['Location', 'Content-Type', 'Content-Length', 'Pragma']) res.removeHeader(name)
    try {
      if (isAnswered(state.fault)) await state.finish?.()
      answer(state)
    } catch (fault) {
      // Nothing was promised: the browser keeps the cookies it came with, and comes again.
      const promised = isAnswered(fault) && !(state.fault instanceof errors.SessionNotFound)
      if (!promised) res.removeHeader('Set-Cookie')
      if (!promised && cookies !== undefined) res.setHeader('Set-Cookie', cookies)
      throw fault
    }
  }

  const answer = (state: EngineRun): void => {
    const { context, params } = state
    if (state.client !== undefined) context.client = state.client
    if (state.fault !== undefined) {
      const denial = denialOf(state.fault)
      if (denial === undefined || !isAnswered(state.fault)) throw state.fault
      const redirectUri = addressOf(state)
      if (state.location === undefined || redirectUri === undefined || state.fault instanceof errors.SessionNotFound) {
        // Ours is told as it was thrown, with its headers (Retry-After).
        throw state.fault instanceof DenialError ? state.fault : new ProtocolError(denial)
      }
      return redirectError(context, issuerUrl, denial, redirectUri, params?.state)
    }
    const redirectUri = state.answer === undefined ? undefined : addressOf(state)
    if (state.answer !== undefined && redirectUri !== undefined) {
      note(context.trace, 'authorize', 'a code was issued')
      context.event ??= 'code.issued'
      const { code, state: sentState, iss } = state.answer
      return redirect(context, withParameters(redirectUri, { code, state: sentState, iss }))
    }
    if (state.location === undefined) throw new Error('the engine gave no answer')
    note(context.trace, 'authorize', 'the person is asked')
    redirect(context, state.location)
  }

  const inContext = <T>(context: RequestContext, work: (state: EngineRun) => Promise<T>): Promise<T> =>
    withRun({ context }, () => work(currentRun()))

  const contextOf = (context: RequestContext): ReturnType<Provider['createContext']> => {
    const ctx = provider.createContext(context.req, context.res)
    markSecure(ctx, settings.https)
    return ctx
  }
  const cookies = (settings.https ? '__Secure-' : '') + 'sso_interaction'

  return {
    authorize: (context, request, client) =>
      run(context, `/authorize?${engineQuery(context, request)}`, { request, client }),
    async resume(context) {
      // Whatever else lies below this path the engine would take for an authorization request that nobody has judged.
      if (!/^[\w-]+$/.test(context.rest)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
      await run(context, `/authorize/${context.rest}`, {})
    },
    interaction: (context, uid) =>
      inContext(context, async (state) => {
        const ctx = contextOf(context)
        if (ctx.cookies.get(cookies, { signed: true }) !== uid) return undefined
        const interaction = await provider.Interaction.find(uid)
        if (interaction === undefined) return undefined
        const session = await provider.Session.get(ctx)
        if (interaction.session?.uid !== undefined && interaction.session.uid !== session.uid) return undefined
        return {
          interaction,
          accountId: session.accountId,
          run: state,
          session: {
            amr: session.amr ?? [],
            signedInAt: session.loginTs,
            ends: session.transient === true ? 'with-browser' : 'later',
          },
        }
      }),
    interactionEnd: (context, uid) =>
      inContext(context, async () => {
        if (contextOf(context).cookies.get(cookies, { signed: true }) !== uid) return 'gone'
        // Cookie and record expire together, so a cookie without its record means that the record was used.
        return (await provider.Interaction.find(uid)) === undefined ? 'finished' : 'gone'
      }),
    finishInteraction: ({ interaction, run: state }, result) =>
      withRun(state, async () => {
        const login = result.login as { readonly accountId?: string } | undefined
        // Somebody else signs in: the page no longer belongs to the session it was opened in, and they have agreed to nothing yet.
        const isAnother =
          login !== undefined && interaction.session !== undefined && interaction.session.accountId !== login.accountId
        if (isAnother) delete interaction.session?.uid
        const before = isAnother ? { ...interaction.lastSubmission, consent: undefined } : interaction.lastSubmission
        interaction.result = 'error' in result ? { ...result } : { ...before, ...result, signedIn: 'login' in result }
        await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
        return interaction.returnTo
      }),
    browserSession: (context) =>
      inContext(context, async (state) => {
        const session = await provider.Session.get(contextOf(context))
        return session.accountId === undefined || state.session === undefined
          ? undefined
          : { uid: session.uid, accountId: session.accountId, key: state.session.key }
      }),
    forgetSession(context) {
      const name = (settings.https ? (settings.mountPath === '' ? '__Host-' : '__Secure-') : '') + 'sso_session'
      contextOf(context).cookies.set(name, null, {
        path: settings.mountPath === '' ? '/' : settings.mountPath,
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        secure: settings.https,
      })
    },
  }
}

/**
 * Where the answer goes, if the client was judged. Long after the request, it may have lost that address, and another client may
 * have it now (C1).
 * @throws ProtocolError redirect_uri_mismatch: never a redirect (G4)
 */
function addressOf({ client, params }: EngineRun): string | undefined {
  const address = params?.redirect_uri
  if (address !== undefined && client !== undefined && !isRegisteredUri(address, client.redirectUris))
    throw new ProtocolError(
      deny('invalid_request', 'redirect_uri_mismatch', 'the client does not have the address any more'),
    )
  return address
}

/** The request as the engine needs it: only what was judged, and what is the engine's to judge. */
function engineQuery(context: RequestContext, request: AuthorizationRequest): string {
  const query = new URLSearchParams({
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    response_type: 'code',
    scope: request.scopes.join(' '),
    state: request.state,
    nonce: request.nonce,
    code_challenge: request.codeChallenge,
    code_challenge_method: 'S256',
  })
  if (request.prompts.length > 0) query.set('prompt', request.prompts.join(' '))
  if (request.maxAge !== undefined) query.set('max_age', String(request.maxAge))
  const sent = new URLSearchParams(context.query)
  for (const name of FORWARDED) {
    const value = sent.get(name)
    if (value !== null && value !== '') query.set(name, value)
  }
  return query.toString()
}

/** An error sent to the client by redirect (G4). */
export function redirectError(
  context: RequestContext,
  issuerUrl: string,
  denial: Deny,
  redirectUri: string,
  state: string | undefined,
): void {
  context.refusal = denial
  redirect(
    context,
    withParameters(redirectUri, {
      error: denial.error,
      error_description: descriptionOf(denial.error, denial.ref),
      state,
      iss: issuerUrl,
      request_id: context.requestId,
      error_ref: denial.ref,
    }),
  )
}
