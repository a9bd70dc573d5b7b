import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { sendCode } from './answers.ts'
import { type IssueCode, ScopeRefusal } from './codes.ts'
import type { EngineRun, LoadedSession, ValidatedRequest } from './context.ts'
import { setSessionCookie } from './engine-cookies.ts'
import type { EngineSettings } from './settings.ts'

/** Sends a code without showing a page. @returns false, without responding, if the engine must send an error */
export async function answerSilently(
  settings: EngineSettings,
  issuer: TokenIssuer,
  issueCode: IssueCode,
  run: EngineRun & ValidatedRequest,
  session: LoadedSession,
): Promise<boolean> {
  const { context, request, stored } = run
  const { uid, accountId, loginTs, acr, amr, transient } = session.payload
  const { scopes, redirectUri } = request
  if (loginTs === undefined || stored === undefined) return false
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
      settings.sessions.renew(run, session),
    ])
    // Extend the cookie's lifetime, unless it lasts until the browser is closed.
    if (seconds !== undefined && transient !== true) setSessionCookie(settings, context, stored.cookie, seconds)
    sendCode(context, redirectUri, { code, state: request.state, iss: issuer.issuer })
    return true
  } catch (error) {
    // The engine sends the error to the client.
    if (error instanceof ScopeRefusal) return false
    throw error
  }
}
