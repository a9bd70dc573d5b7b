import { deny } from '../../../policies/verdict.ts'
import type { SessionPayload } from '../../domain/sessions/session-record.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { cookieValue } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { ByPrompts } from './by-prompts.ts'
import { codeIssuer } from './codes.ts'
import type { EngineRun, LoadedSession, StoredSession, ValidatedRequest } from './context.ts'
import type { Interaction, InteractionResult } from './interaction-record.ts'
import { resumeSignIn } from './resume-sign-in.ts'
import { type EngineSettings, engineCookies } from './settings.ts'
import { assertOwnCookies, setSessionCookie, signedCookie } from './signed-cookies.ts'
import { answerSilently } from './silent-answer.ts'
import { stepFor } from './step.ts'

/** What is known of the browser that shows an interaction page. */
export interface InteractionState {
  readonly interaction: Interaction
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

/** What the browser's session allows, and the questions that stand between a request and its code. */
export interface Engine {
  /** Answers a request that has been judged: a page to be shown, or the redirect to the client. */
  authorize(context: RequestContext, judged: ValidatedRequest): Promise<void>
  /** The record of the browser's session, to be read while the request is still being judged. Undefined without a session cookie of ours. */
  storedSession(context: RequestContext): Promise<StoredSession | undefined>
  /** Goes on after an interaction. */
  resume(context: RequestContext): Promise<void>
  /** The interaction whose page this is; undefined when it is over or of another browser. */
  interaction(context: RequestContext, uid: string): Promise<InteractionState | undefined>
  /** Why there is no such interaction: `finished` in this very browser, or `gone`: too old, of another browser, made up. */
  interactionEnd(context: RequestContext, uid: string): Promise<'finished' | 'gone'>
  /** Whether this browser began the interaction, and it is not over (D-S10). For pages that do not get the cookie of the interaction. */
  hasBegun(context: RequestContext, uid: string): Promise<boolean>
  /** Keeps the user's answer and gives the address where the engine continues. */
  finishInteraction(state: InteractionState, result: Readonly<Record<string, unknown>>): Promise<string>
  /** The session of the browser that asks, if it is alive. */
  browserSession(
    context: RequestContext,
  ): Promise<{ readonly uid: string; readonly accountId: string; readonly key: string } | undefined>
  /** Takes the session cookie from the browser. */
  forgetSession(context: RequestContext): void
}

const stateIn = (run: EngineRun, interaction: Interaction, payload: SessionPayload | undefined): InteractionState => ({
  interaction,
  accountId: payload?.accountId,
  run,
  session: {
    amr: payload?.amr ?? [],
    signedInAt: payload?.loginTs,
    ends: payload?.transient === true ? 'with-browser' : 'later',
  },
})

/** Whether it is known, by what `storedSession` gave, which session the browser has, or that it has none. */
const isKnown = (cookie: string, { req }: RequestContext, stored: StoredSession | undefined): boolean =>
  stored !== undefined || cookieValue(req, cookie) === undefined

/** The interaction with the user's answer. */
function withResult(interaction: Interaction, result: Readonly<Record<string, unknown>>): Interaction {
  const login = result.login as InteractionResult['login']
  const { session: begunIn, lastSubmission } = interaction
  // Another user signs in: the page no longer belongs to the session it was opened in, and they have agreed to nothing yet.
  const isAnother = login !== undefined && begunIn !== undefined && begunIn.accountId !== login.accountId
  const { uid: _uid, ...nobodys } = begunIn ?? {}
  const before = isAnother ? { ...lastSubmission, consent: undefined } : lastSubmission
  return {
    ...interaction,
    ...(isAnother ? { session: nobodys } : {}),
    result: 'error' in result ? result : { ...before, ...result, signedIn: 'login' in result },
  }
}

/** @param byPrompts oidc-provider, which is loaded for the first request that is not answered directly */
export function createEngine(
  issuerUrl: string,
  settings: EngineSettings,
  issuer: TokenIssuer,
  byPrompts: () => Promise<ByPrompts>,
): Engine {
  const { sessions, interactions } = settings
  const names = engineCookies(settings)
  const issueCode = codeIssuer(issuer)

  /** The record of a session cookie that the newest secret has signed. One of an older secret is signed anew by the engine. */
  const storedSession = async (context: RequestContext): Promise<StoredSession | undefined> => {
    const cookie = signedCookie(settings, context, names.session)
    return cookie?.byNewest === true ? sessions.read(cookie.value) : undefined
  }

  const liveSession = async (run: EngineRun): Promise<LoadedSession | undefined> => {
    const cookie = signedCookie(settings, run.context, names.session)
    return cookie === undefined ? undefined : sessions.load(run, await sessions.read(cookie.value))
  }
  const showsPageOf = (context: RequestContext, uid: string): boolean =>
    signedCookie(settings, context, names.interaction)?.value === uid

  return {
    storedSession,
    async authorize(context, judged) {
      const { request, stored, hintedSubject } = judged
      const run = { context, ...judged }
      if (isKnown(names.session, context, stored)) {
        const session = stored && (await sessions.load(run, stored))
        const acrValues = context.sent?.get('acr_values')?.[0]
        const asked = { ...request, acrValues, hintedSubject }
        const known = { ...asked, session: session?.payload, completed: [] }
        const decision = await stepFor(settings, run, known)
        if ('step' in decision) {
          if (session === undefined) return beginSignIn(settings, issuerUrl, run)
          if (decision.step === 'code' && (await answerSilently(settings, issuer, issueCode, run, session))) return
        }
      }
      await (await byPrompts()).authorize(context, judged)
    },
    async resume(context) {
      // Whatever else lies below this path the engine would take for an authorization request that nobody has judged.
      if (!/^[\w-]+$/.test(context.rest)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
      const stored = await storedSession(context)
      const isResumable = isKnown(names.session, context, stored)
      if (isResumable && (await resumeSignIn(settings, issuer, issueCode, context, stored))) return
      await (await byPrompts()).resume(context)
    },
    async interaction(context, uid) {
      await assertOwnCookies(settings, context)
      const run: EngineRun = { context }
      const interaction = showsPageOf(context, uid) ? await interactions.find(run, uid) : undefined
      if (interaction === undefined) return undefined
      const { payload } = (await liveSession(run)) ?? {}
      const isOther = interaction.session?.uid !== undefined && interaction.session.uid !== payload?.uid
      return isOther ? undefined : stateIn(run, interaction, payload)
    },
    hasBegun: async (context, uid) => (await interactions.read({ context }, uid)) !== undefined,
    async interactionEnd(context, uid) {
      await assertOwnCookies(settings, context)
      if (!showsPageOf(context, uid)) return 'gone'
      const run: EngineRun = { context }
      // Cookie and record expire together, so a cookie without its record means that the record was used.
      const found = await interactions.find(run, uid)
      return found === undefined && run.interaction === undefined ? 'finished' : 'gone'
    },
    async finishInteraction({ interaction, run }, result) {
      const seconds = Math.max(1, interaction.exp - Math.floor(Date.now() / 1000))
      await interactions.save(run, withResult(interaction, result), seconds)
      return interaction.returnTo
    },
    async browserSession(context) {
      await assertOwnCookies(settings, context)
      const session = await liveSession({ context })
      return session && { uid: session.payload.uid, accountId: session.payload.accountId, key: session.key }
    },
    forgetSession: (context) => setSessionCookie(settings, context, '', 0),
  }
}
