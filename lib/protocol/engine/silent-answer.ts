import { decideConsent, isImitable } from '../../../policies/consent.ts'
import { decideSilent } from '../../../policies/silent-authorization.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { sendCode } from './answers.ts'
import type { IssueCode } from './codes.ts'
import type { EngineSettings } from './configuration.ts'
import type { EngineRun } from './context.ts'
import { ScopeRefusal } from './denials.ts'
import { extendSessionCookie } from './session-cookie.ts'

/** A code for whoever is signed in and need not be asked. False: nothing was answered, and the engine finds out what to ask. */
export type SilentAnswer = (run: EngineRun) => Promise<boolean>

/**
 * What the engine's prompts would come to for most requests, in as few round trips as the order of the reads allows: what a
 * revocation changes is read before what is judged by it.
 */
export function silentAnswers(settings: EngineSettings, issuer: TokenIssuer, issueCode: IssueCode): SilentAnswer {
  const { sessions, findUser } = settings
  const { rememberedScopes, canSignIn } = settings.prompts
  return async (run) => {
    const { context, request, client, stored, hintedSubject } = run
    if (request === undefined || client === undefined || stored === undefined) return false
    const session = await sessions.load(run, stored)
    if (session === undefined) return false
    const { uid, accountId, loginTs, acr, amr, transient } = session.payload
    const { prompts, maxAge, scopes, redirectUri } = request
    const acrValues = context.sent?.get('acr_values')?.[0]
    const facts = { prompts, maxAge, acrValues, hintedSubject, session: session.payload, now: issuer.seconds() }
    if (loginTs === undefined || decideSilent(facts) === 'ask') return false
    const [user, remembered] = await Promise.all([
      findUser(accountId),
      client.consent === 'once' ? rememberedScopes(accountId, client) : [],
    ])
    if (user === undefined) return false
    const consent = decideConsent({
      mode: client.consent,
      answered: false,
      imitable: isImitable(client.type, redirectUri),
      silent: prompts.includes('none'),
      requested: scopes,
      remembered,
    })
    if (consent === 'ask' || !(await canSignIn(user, client))) return false
    try {
      const [code, seconds] = await Promise.all([
        issueCode(
          {
            accountId,
            authTime: loginTs,
            ...(acr === undefined ? {} : { acr }),
            ...(amr === undefined ? {} : { amr }),
            nonce: request.nonce,
            redirectUri,
            scope: scopes.join(' '),
            codeChallenge: request.codeChallenge,
            sessionUid: uid,
          },
          run,
        ),
        sessions.renew(run, session),
      ])
      // A cookie without an end needs no later one.
      if (seconds !== undefined && transient !== true) extendSessionCookie(settings, context, seconds)
      sendCode(context, redirectUri, { code, state: request.state, iss: issuer.issuer })
      return true
    } catch (error) {
      // The engine tells the client.
      if (error instanceof ScopeRefusal) return false
      throw error
    }
  }
}
