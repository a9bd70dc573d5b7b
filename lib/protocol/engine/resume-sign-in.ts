import { randomBytes } from 'node:crypto'
import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { signedCookie } from '../../web/request/signed-cookies.ts'
import { sendCode } from './answers.ts'
import { type IssueCode, ScopeRefusal } from './codes.ts'
import type { EngineRun, StoredSession } from './context.ts'
import { cookieNames, setResumeCookie, setSessionCookie } from './engine-cookies.ts'
import type { Interaction } from './interaction-record.ts'
import { isSameClient } from './interactions.ts'
import type { EngineSettings } from './settings.ts'
import { requestFrom, stepFor } from './step.ts'
import { superseded } from './superseded.ts'

/**
 * Creates the session and the code after a sign-in in a browser that had no session, if the user has nothing else to
 * do. Otherwise returns false without responding, and the engine runs its prompts.
 * @param stored the record of the browser's session cookie, see `Engine.storedSession`
 */
export async function resumeSignIn(
  settings: EngineSettings,
  issuer: TokenIssuer,
  issueCode: IssueCode,
  context: RequestContext,
  stored: StoredSession | undefined,
): Promise<boolean> {
  const { sessions, interactions } = settings
  const uid = context.rest
  const ticket = signedCookie(settings.cookieSigner, context.req, cookieNames(settings).resume)
  if (ticket?.value !== uid) return false
  const run: EngineRun = { context }
  if (stored !== undefined && (await sessions.load(run, stored)) !== undefined) return false
  const interaction = await interactions.read(run, uid)
  const login = interaction?.result?.login
  const request = interaction && requestOf(interaction)
  if (interaction === undefined || login?.ts === undefined || request === undefined) return false
  const [isInForce, client] = await Promise.all([
    interactions.isInForce(run, interaction),
    settings.findClient(request.clientId),
  ])
  if (!isInForce || run.authenticated === undefined) return false
  if (client?.status !== 'active' || !isSameClient(client, run.interaction)) return false
  if (!isRegisteredUri(request.redirectUri, client.redirectUris)) return false
  run.client = client
  context.client = client
  const { accountId, ts: authTime, acr, amr, remember = true } = login
  const session = { accountId, loginTs: authTime, acr }
  const decision = await stepFor(settings, run, { ...requestFrom(interaction.params), session, completed: ['login'] })
  if (!('step' in decision) || decision.step !== 'code') return false

  const authentication = { ...(acr === undefined ? {} : { acr }), ...(amr === undefined ? {} : { amr }) }
  const [sessionUid, cookie] = [randomText(16), randomText(32)]
  // The cookie's session has ended, so the new session replaces it.
  if (stored !== undefined) sessions.leave(run, stored.cookie)
  const { nonce, redirectUri, codeChallenge, state } = request
  const scope = request.scopes.join(' ')
  const transient = remember ? {} : { transient: true }
  const [issued, saved] = await Promise.allSettled([
    issueCode({ accountId, authTime, ...authentication, nonce, redirectUri, scope, codeChallenge, sessionUid }, run),
    sessions.save(run, cookie, { uid: sessionUid, accountId, loginTs: authTime, ...authentication, ...transient }),
  ])
  const failure = [issued, saved].find((each) => each.status === 'rejected')?.reason
  if (failure instanceof ScopeRefusal) {
    // Undo the session. The engine will send the error to the client.
    await run.undoNewSession?.()
    return false
  }
  if (failure !== undefined && !(failure instanceof DenialError && failure.status < 500)) throw failure
  // If several requests try to end the interaction at the same time, only one of them may return a code.
  if ((await interactions.end(uid)) === 'ended') {
    await superseded(settings, issuer, run)
    return true
  }
  if (issued.status === 'rejected' || saved.status === 'rejected') throw failure
  setSessionCookie(settings, context, cookie, remember ? sessions.secondsLeft(run) : undefined)
  setResumeCookie(settings, context, uid, { value: '', seconds: 0 })
  sendCode(context, redirectUri, { code: issued.value, state, iss: issuer.issuer })
  return true
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** The authorization request; undefined if the user has done more than sign in. */
function requestOf({ params, result, session, lastSubmission }: Interaction) {
  const { login, signedIn: _signedIn, ...others } = result ?? {}
  if (login === undefined || Object.keys(others).length > 0 || session !== undefined || lastSubmission !== undefined)
    return undefined
  const { client_id: clientId, redirect_uri: redirectUri, scope, state, nonce, code_challenge: codeChallenge } = params
  if (clientId === undefined || redirectUri === undefined || scope === undefined) return undefined
  if (state === undefined || nonce === undefined || codeChallenge === undefined) return undefined
  return { clientId, redirectUri, scopes: scope.split(' '), state, nonce, codeChallenge }
}
