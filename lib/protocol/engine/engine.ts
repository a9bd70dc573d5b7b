import { deny } from '../../../policies/verdict.ts'
import type { SessionPayload } from '../../domain/sessions/session-record.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { cookieValue } from '../../web/request/cookies.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import { signedCookie } from '../../web/request/signed-cookies.ts'
import { beginSignIn } from './begin-sign-in.ts'
import type { ByPrompts } from './by-prompts.ts'
import { codeIssuer } from './codes.ts'
import type { EngineRun, LoadedSession, StoredSession, ValidatedRequest } from './context.ts'
import { assertOwnCookies, cookieNames, setSessionCookie } from './engine-cookies.ts'
import type { Interaction, InteractionResult } from './interaction-record.ts'
import { resumeSignIn } from './resume-sign-in.ts'
import type { EngineSettings } from './settings.ts'
import { answerSilently } from './silent-answer.ts'
import { stepFor } from './step.ts'

/** An interaction, and the session of the browser that is showing its page. */
export type InteractionState = ReturnType<typeof stateIn>

export type Engine = ReturnType<typeof createEngine>

const stateIn = (run: EngineRun, interaction: Interaction, payload: SessionPayload | undefined) => ({
  interaction,
  run,
  /** The signed-in user. */
  accountId: payload?.accountId,
  /** How and when the user signed in. */
  session: {
    amr: payload?.amr ?? [],
    signedInAt: payload?.loginTs,
    ends: payload?.transient === true ? ('with-browser' as const) : ('later' as const),
  },
})

function withResult(interaction: Interaction, result: Readonly<Record<string, unknown>>): Interaction {
  const login = result.login as InteractionResult['login']
  const { session: begunIn, lastSubmission } = interaction
  // If a different user signs in, the interaction no longer belongs to the old session, and old consents do not count.
  const isAnother = login !== undefined && begunIn !== undefined && begunIn.accountId !== login.accountId
  const { uid: _uid, ...anonymous } = begunIn ?? {}
  const before = isAnother ? { ...lastSubmission, consent: undefined } : lastSubmission
  return {
    ...interaction,
    ...(isAnother ? { session: anonymous } : {}),
    result: 'error' in result ? result : { ...before, ...result, signedIn: 'login' in result },
  }
}

/** Reads the records that the browser's signed cookies refer to. */
function browserReader(settings: EngineSettings) {
  const { sessions, cookieSigner } = settings
  const name = cookieNames(settings).session
  return {
    /** Reads a session without validating it. Leaves cookies that are signed with older secrets to the engine. */
    async storedSession(context: RequestContext): Promise<StoredSession | undefined> {
      const cookie = signedCookie(cookieSigner, context.req, name)
      return cookie?.byNewest === true ? sessions.read(cookie.value) : undefined
    },
    async liveSession(run: EngineRun): Promise<LoadedSession | undefined> {
      const cookie = signedCookie(cookieSigner, run.context.req, name)
      return cookie === undefined ? undefined : sessions.load(run, await sessions.read(cookie.value))
    },
    /** False if the browser has a session cookie whose record was not read. In that case, the engine reads it. */
    isKnown: ({ req }: RequestContext, stored: StoredSession | undefined): boolean =>
      stored !== undefined || cookieValue(req, name) === undefined,
  }
}

/**
 * Decides what the user must do before a code is issued, such as signing in or granting consent.
 * @param byPrompts loads oidc-provider when a request first needs it
 */
export function createEngine(
  issuerUrl: string,
  settings: EngineSettings,
  issuer: TokenIssuer,
  byPrompts: () => Promise<ByPrompts>,
) {
  const { sessions, interactions } = settings
  const { storedSession, liveSession, isKnown } = browserReader(settings)
  const issueCode = codeIssuer(issuer)
  return {
    storedSession,
    /** Responds to a validated request with a page or a redirect to the client. */
    async authorize(context: RequestContext, validated: ValidatedRequest): Promise<void> {
      const { request, stored, hintedSubject } = validated
      const run = { context, ...validated }
      if (isKnown(context, stored)) {
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
      await (await byPrompts()).authorize(context, validated)
    },
    /** Continues the request after an interaction. */
    async resume(context: RequestContext): Promise<void> {
      // Reject other paths, because the engine would process them as authorization requests without validation.
      if (!/^[\w-]+$/.test(context.rest)) throw new ProtocolError(deny('invalid_request', 'interaction_expired'))
      interactions.assertBrowser(context)
      const stored = await storedSession(context)
      if (isKnown(context, stored) && (await resumeSignIn(settings, issuer, issueCode, context, stored))) return
      await (await byPrompts()).resume(context)
    },
    /** The interaction that this page belongs to. Undefined if it has ended or belongs to another browser. */
    async interaction(context: RequestContext, uid: string): Promise<InteractionState | undefined> {
      interactions.assertBrowser(context)
      await assertOwnCookies(settings, context)
      const run: EngineRun = { context }
      const interaction = await interactions.find(run, uid)
      if (interaction === undefined) return undefined
      const { payload } = (await liveSession(run)) ?? {}
      const isOther = interaction.session?.uid !== undefined && interaction.session.uid !== payload?.uid
      return isOther ? undefined : stateIn(run, interaction, payload)
    },
    /** Whether an open interaction was started by this browser (D-S10). */
    hasBegun: async (context: RequestContext, uid: string): Promise<boolean> =>
      (await interactions.read({ context }, uid)) !== undefined,
    /** Whether the store has a record of an interaction, in whichever browser it was started. */
    async isStored(context: RequestContext, uid: string): Promise<boolean> {
      const run: EngineRun = { context }
      await interactions.read(run, uid)
      return run.interaction !== undefined
    },
    /** Stores the user's response. @returns the URL where the engine continues */
    async finishInteraction({ interaction, run }: InteractionState, result: Readonly<Record<string, unknown>>) {
      const seconds = Math.max(1, interaction.exp - Math.floor(Date.now() / 1000))
      await interactions.save(run, withResult(interaction, result), seconds)
      return interaction.returnTo
    },
    /** The session of the browser that sent the request, if it is valid. */
    async browserSession(context: RequestContext) {
      await assertOwnCookies(settings, context)
      const session = await liveSession({ context })
      return session && { uid: session.payload.uid, accountId: session.payload.accountId, key: session.key }
    },
    /** Deletes the session cookie from the browser. */
    forgetSession: (context: RequestContext): void => setSessionCookie(settings, context, '', 0),
  }
}
