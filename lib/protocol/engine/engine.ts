import { type EngineInteraction, errors, Provider } from 'oidc-provider'
import type { AuthorizationRequest } from '../../../policies/authorization-request.ts'
import { deny } from '../../../policies/verdict.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { redirect } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { answer } from './answers.ts'
import { codeIssuer } from './codes.ts'
import { type EngineSettings, engineConfiguration, engineCookies } from './configuration.ts'
import { currentRun, type EngineRun, type StoredSession, withRun } from './context.ts'
import { isAnswered } from './denials.ts'
import { engineQuery } from './engine-query.ts'
import { assertOwnCookies } from './foreign-cookies.ts'
import { markSecure, overrideInternals } from './internals.ts'
import { sessionCookie } from './session-cookie.ts'
import { silentAnswers } from './silent-answer.ts'

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
  authorize(
    context: RequestContext,
    judged: {
      readonly request: AuthorizationRequest
      readonly client: Client
      /** What `storedSession` gave. */
      readonly stored: StoredSession | undefined
      /** Whom a verified `id_token_hint` names. */
      readonly hintedSubject: string | undefined
    },
  ): Promise<void>
  /** The record of the browser's session, to be read while the request is still being judged. Undefined without a session cookie of ours. */
  storedSession(context: RequestContext): Promise<StoredSession | undefined>
  /** Goes on after an interaction. */
  resume(context: RequestContext): Promise<void>
  /** The interaction whose page this is; undefined when it is over or of another browser. */
  interaction(context: RequestContext, uid: string): Promise<InteractionState | undefined>
  /** Why there is no such interaction: `finished` in this very browser, or `gone`: too old, of another browser, made up. */
  interactionEnd(context: RequestContext, uid: string): Promise<'finished' | 'gone'>
  /** Keeps the user's answer and gives the address where the engine continues. */
  finishInteraction(state: InteractionState, result: Readonly<Record<string, unknown>>): Promise<string>
  /** The session of the browser that asks, if it is alive. */
  browserSession(
    context: RequestContext,
  ): Promise<{ readonly uid: string; readonly accountId: string; readonly key: string } | undefined>
  /** Takes the session cookie from the browser. */
  forgetSession(context: RequestContext): void
}

export function createEngine(issuerUrl: string, settings: EngineSettings, issuer: TokenIssuer): Engine {
  const provider = new Provider(issuerUrl, engineConfiguration(settings))
  provider.silent = true
  const issueCode = codeIssuer(issuer)
  overrideInternals(provider, (code) => issueCode(code, currentRun()))
  const answersSilently = silentAnswers(settings, issuer, issueCode)
  provider.on('authorization.success', ((_ctx: unknown, answer: Record<string, string>) => {
    currentRun().answer = answer
  }) as never)
  provider.on('authorization.error', ((_ctx: unknown, error: unknown) => {
    currentRun().error = error
  }) as never)
  provider.on('server_error', ((_ctx: unknown, error: unknown) => {
    currentRun().error = error
  }) as never)
  provider.use(async (ctx, next) => {
    const run = currentRun()
    markSecure(ctx, settings.https)
    try {
      await next()
    } catch (error) {
      run.error = error
    }
    const location = ctx.response.get('Location')
    if (typeof location === 'string' && location !== '') run.location = location
    if (run.params === undefined && ctx.oidc?.params !== undefined) run.params = { ...ctx.oidc.params }
    // The answer is written by us, in one place for all errors.
    ctx.respond = false
  })
  const callback = provider.callback()

  const run = async (context: RequestContext, url: string, known: Partial<EngineRun>): Promise<void> => {
    await assertOwnCookies(settings, context)
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
    /** Nothing was promised: the browser keeps the cookies it came with. */
    const keepCookies = (): void => {
      res.removeHeader('Set-Cookie')
      if (cookies !== undefined) res.setHeader('Set-Cookie', cookies)
    }
    try {
      // One interaction, one code: of several requests that go on with it at once, one has ended it.
      if (isAnswered(state.error) && (await state.finish?.()) === 'over') {
        keepCookies()
        return await overtaken(state)
      }
      answer(state, issuerUrl, settings.asked)
    } catch (error) {
      if (!isAnswered(error) || state.error instanceof errors.SessionNotFound) keepCookies()
      throw error
    }
  }

  /** What this request has come to is nobody's: the page of the interaction says how far it has come. */
  const overtaken = async ({ context, issued, unborn }: EngineRun): Promise<void> => {
    if (issued !== undefined) await issuer.storage.families.revoke(issued)
    await unborn?.()
    delete context.event
    redirect(context, `${settings.mountPath}/interaction/${context.rest}`)
  }

  const inContext = async <T>(context: RequestContext, work: (state: EngineRun) => Promise<T>): Promise<T> => {
    await assertOwnCookies(settings, context)
    return withRun({ context }, () => work(currentRun()))
  }

  const contextOf = (context: RequestContext): ReturnType<Provider['createContext']> => {
    const ctx = provider.createContext(context.req, context.res)
    markSecure(ctx, settings.https)
    return ctx
  }
  const cookies = engineCookies(settings)

  return {
    async authorize(context, judged) {
      if (await answersSilently({ context, ...judged })) return
      await run(context, `/authorize?${engineQuery(context, judged)}`, judged)
    },
    async storedSession(context) {
      const cookie = sessionCookie(settings, context)
      return cookie === undefined ? undefined : settings.sessions.read(cookie)
    },
    async resume(context) {
      // Whatever else lies below this path the engine would take for an authorization request that nobody has judged.
      if (!/^[\w-]+$/.test(context.rest)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
      await run(context, `/authorize/${context.rest}`, {})
    },
    interaction: (context, uid) =>
      inContext(context, async (state) => {
        const ctx = contextOf(context)
        if (ctx.cookies.get(cookies.interaction, { signed: true }) !== uid) return undefined
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
      inContext(context, async (state) => {
        if (contextOf(context).cookies.get(cookies.interaction, { signed: true }) !== uid) return 'gone'
        // Cookie and record expire together, so a cookie without its record means that the record was used.
        const found = await provider.Interaction.find(uid)
        return found === undefined && state.interaction === undefined ? 'finished' : 'gone'
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
      contextOf(context).cookies.set(cookies.session, null, {
        path: settings.mountPath === '' ? '/' : settings.mountPath,
        httpOnly: true,
        sameSite: 'lax',
        signed: true,
        secure: settings.https,
      })
    },
  }
}
