import type { Ended } from '../../domain/sessions/ending-notices.ts'
import { frontchannelLogouts } from '../../domain/sessions/frontchannel.ts'
import { type BrowserSession, sessionAt, sessionOf } from '../../domain/sessions/session-registry.ts'
import { sessionOfSid } from '../../domain/sessions/sid.ts'
import { endedApps } from '../../protocol/logout/ended-apps.ts'
import { showSigningOut, upstreamOf } from '../../protocol/logout/signed-out.ts'
import { redirect } from '../../web/http/responses.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { AppSession } from './app-session.ts'
import type { FirstPartyServices, RelyingParty } from './relying-party.ts'

/** Avoids `/connect/logout`, because it rejects an ID token hint whose signing key is no longer stored. */
export async function signOut(
  { app, issuer, pages, sessions, ending, engine, signedOut }: RelyingParty,
  context: RequestContext,
  { sub, sid }: AppSession,
): Promise<void> {
  context.subject = sub
  context.sid = sid
  /** The session from a later sign-in in this browser, used if the original session has expired. */
  const laterSession = async (): Promise<BrowserSession | undefined> => {
    const browser = await engine.browserSession(context)
    return browser?.accountId === sub ? sessionAt(issuer.storage, sub, browser.key) : undefined
  }
  const session = (await sessionOf(issuer.storage, sub, sessionOfSid(sid))) ?? (await laterSession())
  const ended = session === undefined ? { clients: [], deliveries: [] } : await ending.endSession(session)
  context.event = 'logout.session'
  await sessions.close(context)
  const continueHref = await signedOutHref({ issuerUrl: issuer.issuer, signedOut }, app.clientId, ended, session)
  const apps = frontchannelLogouts(issuer.issuer, ended.clients)
  if (apps.length === 0) return redirect(context, continueHref)
  await showSigningOut(pages, context, apps, continueHref, true)
}

/** URL of the page shown after a sign-out. @param session the browser's session before the sign-out */
export const signedOutHref = (
  { issuerUrl, signedOut }: Pick<FirstPartyServices, 'signedOut'> & { readonly issuerUrl: string },
  clientId: string,
  ended: Ended,
  session: BrowserSession | undefined,
  everywhere: { readonly devices?: number } = {},
): Promise<string> =>
  signedOut.continueHref(
    { ...endedApps(issuerUrl, ended), ...(session && upstreamOf(session)), ...everywhere },
    clientId,
  )
