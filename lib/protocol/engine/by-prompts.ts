import { Provider } from 'oidc-provider'
import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import { askUser, redirectError, sendCode } from './answers.ts'
import { codeIssuer, ScopeRefusal } from './codes.ts'
import { engineConfiguration } from './configuration.ts'
import { currentRun, type EngineRun, type ValidatedRequest, withRun } from './context.ts'
import { denialOf, isAnswered, SentBack } from './denials.ts'
import { assertOwnCookies, cookiesOfEngine } from './engine-cookies.ts'
import { engineParameters } from './engine-parameters.ts'
import { overrideInternals } from './internals.ts'
import type { EngineSettings } from './settings.ts'
import { superseded } from './superseded.ts'

/** Handles authorization requests by running oidc-provider and its prompts. */
export type ByPrompts = ReturnType<typeof byPrompts>

export function byPrompts(issuerUrl: string, settings: EngineSettings, issuer: TokenIssuer) {
  const provider = new Provider(issuerUrl, engineConfiguration(settings))
  provider.silent = true
  const issueCode = codeIssuer(issuer)
  overrideInternals(provider, cookiesOfEngine(settings), async (code) => {
    try {
      return await issueCode(code, currentRun())
    } catch (error) {
      throw error instanceof ScopeRefusal ? new SentBack(error.denial) : error
    }
  })
  provider.on('authorization.success', ((_ctx: unknown, answer: Record<string, string>) => {
    currentRun().answer = answer
  }) as never)
  for (const event of ['authorization.error', 'server_error'])
    provider.on(event, ((_ctx: unknown, error: unknown) => {
      currentRun().error = error
    }) as never)
  provider.use(async (ctx, next) => {
    const run = currentRun()
    try {
      await next()
    } catch (error) {
      run.error = error
    }
    const location = ctx.response.get('Location')
    if (typeof location === 'string' && location !== '') run.location = location
    if (run.params === undefined && ctx.oidc?.params !== undefined) run.params = { ...ctx.oidc.params }
    // Portico writes the response itself, so all errors are handled in one place.
    ctx.respond = false
  })
  const callback = provider.callback()

  const run = async (context: RequestContext, url: string, known: Partial<EngineRun>): Promise<void> => {
    await assertOwnCookies(settings, context)
    const state: EngineRun = { context, ...known }
    const { req, res } = context
    const sent = req.url
    // A copy, because the engine adds its cookies to the same array.
    const cookies = [res.getHeader('Set-Cookie') ?? []].flat().map(String)
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
    /** Drops the cookies that the engine set, because the request failed and the browser must keep its current ones. */
    const keepCookies = (): void => {
      res.removeHeader('Set-Cookie')
      if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
    }
    try {
      // If several requests try to end the interaction at the same time, only one of them may return a code.
      if (isAnswered(state.error) && (await state.finish?.()) === 'ended') {
        keepCookies()
        return await superseded(settings, issuer, state)
      }
      answer(settings, issuerUrl, state)
    } catch (error) {
      if (!isAnswered(error) || isExpired(state.error) || isOfClient(state.error)) keepCookies()
      throw error
    }
  }

  return {
    authorize: (context: RequestContext, validated: ValidatedRequest): Promise<void> =>
      run(context, `/authorize?${new URLSearchParams(engineParameters(context, validated))}`, validated),
    resume: (context: RequestContext): Promise<void> => run(context, `/authorize/${context.rest}`, {}),
  }
}

/** Sends the engine's result as the response. @throws an error that cannot be sent to the client by redirect */
function answer(settings: EngineSettings, issuerUrl: string, state: EngineRun): void {
  const { context, params, client } = state
  if (client !== undefined) context.client = client
  if (state.error !== undefined) {
    const denial = denialOf(state.error)
    if (denial === undefined || !isAnswered(state.error)) throw state.error
    const redirectUri = addressOf(state)
    if (state.location === undefined || redirectUri === undefined || isExpired(state.error)) {
      // Throw Portico's own errors unchanged, to keep headers such as Retry-After.
      throw state.error instanceof DenialError ? state.error : new ProtocolError(denial)
    }
    return redirectError(context, issuerUrl, denial, redirectUri, params?.state)
  }
  const redirectUri = state.answer === undefined ? undefined : addressOf(state)
  if (state.answer !== undefined && redirectUri !== undefined) {
    const { code, state: sentState, iss } = state.answer
    return sendCode(context, redirectUri, { code, state: sentState, iss })
  }
  const uid = /\/interaction\/([\w-]+)$/.exec(state.location ?? '')?.[1]
  if (uid === undefined) throw new Error('the engine gave no answer')
  askUser(settings, context, uid)
}

/** Whether the client was removed or disabled during the sign-in, which then signs no user in. */
const isOfClient = (error: unknown): boolean => error !== undefined && denialOf(error)?.ref === 'invalid_client'

const isExpired = (error: unknown): boolean => error !== undefined && denialOf(error)?.ref === 'interaction_expired'

/**
 * Redirect URI for the response. Checks again that it is registered for the client, because it may since have been
 * removed and then registered for a different client.
 * @throws ProtocolError redirect_uri_mismatch, which is never sent by redirect
 */
function addressOf({ client, params }: EngineRun): string | undefined {
  const address = params?.redirect_uri
  if (address !== undefined && client !== undefined && !isRegisteredUri(address, client.redirectUris))
    throw new ProtocolError(
      deny('invalid_request', 'redirect_uri_mismatch', 'the client no longer has this redirect URI'),
    )
  return address
}
