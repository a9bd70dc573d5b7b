import { randomBytes } from 'node:crypto'
import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { decideSilent } from '../../../policies/silent-authorization.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { sendCode } from './answers.ts'
import { type IssueCode, ScopeRefusal } from './codes.ts'
import type { EngineRun, StoredSession } from './context.ts'
import { HINTED_SUBJECT } from './engine-parameters.ts'
import type { Interaction } from './interaction-record.ts'
import { isSameClient } from './interactions.ts'
import { overtaken } from './overtaken.ts'
import { type EngineSettings, engineCookies } from './settings.ts'
import { setSessionCookie, setSignedCookie, signedCookie } from './signed-cookies.ts'
import { needsNoPage } from './without-asking.ts'

/**
 * The session and the code of whoever has just signed in, in a browser in which nobody was, and need not be asked anything more: what
 * the engine's prompts would come to. False: nothing was answered, and the engine finds out what to ask.
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
  const names = engineCookies(settings)
  const uid = context.rest
  const ticket = signedCookie(settings, context, names.resume)
  if (ticket?.value !== uid) return false
  const run: EngineRun = { context }
  if (stored !== undefined && (await sessions.load(run, stored)) !== undefined) return false
  const interaction = await interactions.find(run, uid)
  const login = interaction?.result?.login
  if (interaction === undefined || login?.ts === undefined || run.authenticated === undefined) return false
  const wanted = await requestOf(settings, issuer, run, interaction)
  if (wanted === undefined || !(await needsNoPage(settings, run, login.accountId, wanted))) return false

  const { accountId, ts: authTime, acr, amr, remember = true } = login
  const authentication = { ...(acr === undefined ? {} : { acr }), ...(amr === undefined ? {} : { amr }) }
  const [sessionUid, cookie] = [randomText(16), randomText(32)]
  // Of a session that has ended.
  if (stored !== undefined) sessions.leave(run, stored.cookie)
  let code: string | undefined
  let refusal: unknown
  try {
    const { nonce, redirectUri, codeChallenge } = wanted
    const scope = wanted.scopes.join(' ')
    code = await issueCode(
      { accountId, authTime, ...authentication, nonce, redirectUri, scope, codeChallenge, sessionUid },
      run,
    )
    const transient = remember ? {} : { transient: true }
    await sessions.save(run, cookie, { uid: sessionUid, accountId, loginTs: authTime, ...authentication, ...transient })
  } catch (error) {
    // The engine tells the client.
    if (error instanceof ScopeRefusal) return false
    if (!(error instanceof DenialError) || error.status >= 500) throw error
    refusal = error
  }
  // One interaction, one code: of several requests that go on with it at once, one has ended it.
  interactions.end(run, uid)
  if ((await run.finish?.()) === 'over') {
    await overtaken(settings, issuer, run)
    return true
  }
  if (refusal !== undefined) throw refusal
  setSessionCookie(settings, context, cookie, remember ? sessions.secondsLeft(run) : undefined)
  setSignedCookie(settings, context, names.resume, '', { path: `${settings.mountPath}/authorize/${uid}`, seconds: 0 })
  sendCode(context, wanted.redirectUri, { code, state: wanted.state, iss: issuer.issuer })
  return true
}

const randomText = (bytes: number): string => randomBytes(bytes).toString('base64url')

/** What was asked for, if the sign-in alone answers it. */
async function requestOf(
  { findClient }: EngineSettings,
  issuer: TokenIssuer,
  run: EngineRun,
  { params, result, session, lastSubmission }: Interaction,
) {
  const { login, signedIn: _signedIn, ...others } = result ?? {}
  if (login === undefined || Object.keys(others).length > 0 || session !== undefined || lastSubmission !== undefined)
    return undefined
  const { client_id: clientId, redirect_uri: redirectUri, scope, state, nonce, code_challenge: codeChallenge } = params
  if (clientId === undefined || redirectUri === undefined || scope === undefined) return undefined
  if (state === undefined || nonce === undefined || codeChallenge === undefined) return undefined
  const facts = {
    prompts: (params.prompt ?? '').split(' ').filter((prompt) => prompt !== '' && prompt !== 'login'),
    // They have just signed in.
    maxAge: undefined,
    acrValues: params.acr_values,
    hintedSubject: params[HINTED_SUBJECT],
    session: login,
    now: issuer.seconds(),
  }
  if (decideSilent(facts) !== 'go-on') return undefined
  const client = await findClient(clientId)
  if (client?.status !== 'active' || !isSameClient(client, run.interaction)) return undefined
  if (!isRegisteredUri(redirectUri, client.redirectUris)) return undefined
  run.client = client
  run.context.client = client
  return { client, redirectUri, scopes: scope.split(' '), silent: false, state, nonce, codeChallenge }
}
