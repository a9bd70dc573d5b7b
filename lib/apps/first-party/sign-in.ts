import { randomBytes } from 'node:crypto'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../../policies/recent-sign-in.ts'
import { deny } from '../../../policies/verdict.ts'
import { readClient } from '../../domain/clients/client-record.ts'
import { unavailable } from '../../domain/denial-error.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { decodeJwt } from '../../domain/keys/jws.ts'
import { readFamily } from '../../domain/tokens/family-record.ts'
import { openPresented } from '../../domain/tokens/issuer.ts'
import { redeemCode } from '../../domain/tokens/redeem.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { tokensOf } from '../../web/http/grant-record.ts'
import { redirect } from '../../web/http/responses.ts'
import { prefersHtml } from '../../web/request/negotiation.ts'
import { ProtocolError, queryParameters, type RequestContext } from '../../web/request/request-context.ts'
import { showNoAccess } from './no-access.ts'
import { SignInCancelled } from './no-access-view.tsx'
import type { RelyingParty } from './relying-party.ts'

/** Path, relative to the app, that starts a sign-in with account selection. */
export const OTHER_ACCOUNT = '/other-account'

/** Authorization request parameters for each named requirement. */
const PROMPTS = {
  none: {},
  login: { prompt: 'login', max_age: String(RECENT_SIGN_IN_SECONDS) },
  select_account: { prompt: 'select_account' },
} as const

/** Requirements for a sign-in: a named requirement, or a strength (`acr`) and a maximum age (seconds, as digits). */
export type SignInRequirement =
  | keyof typeof PROMPTS
  | { readonly acr?: string | undefined; readonly maxAge?: string | undefined }

function requestParameters(requirement: SignInRequirement): Readonly<Record<string, string>> {
  if (typeof requirement === 'string') return PROMPTS[requirement]
  const { acr, maxAge } = requirement
  return {
    ...(acr === undefined ? {} : { acr_values: acr }),
    // With clock skew between nodes, `max_age` without `prompt=login` could cause a redirect loop.
    ...(maxAge === undefined ? {} : { max_age: maxAge, prompt: 'login' }),
  }
}

/** A longer URL is replaced with the start page, because `state`, which contains it, is limited to 2,048 characters. */
const RETURN_TO_MAX_BYTES = 1_100

/** Starts a sign-in: code flow with PKCE S256, state, and nonce. @param returnTo path relative to the app */
export async function signIn(
  { app, issuer, started }: RelyingParty,
  context: RequestContext,
  returnTo: string,
  requirement: SignInRequirement,
): Promise<void> {
  const verifier = randomBytes(32).toString('base64url')
  const nonce = randomBytes(16).toString('base64url')
  const requestedAcr = typeof requirement === 'string' ? undefined : requirement.acr
  const state = await started.begin(context, {
    verifier,
    nonce,
    returnTo: Buffer.byteLength(JSON.stringify(returnTo)) > RETURN_TO_MAX_BYTES ? '/' : returnTo,
    ...(requestedAcr === undefined ? {} : { requestedAcr }),
  })
  const request = {
    client_id: app.clientId,
    redirect_uri: `${app.url}/callback`,
    response_type: 'code',
    scope: app.scopes.join(' '),
    state,
    nonce,
    code_challenge: digestOf(verifier),
    code_challenge_method: 'S256',
    ...requestParameters(requirement),
  }
  redirect(context, withParameters(`${issuer.issuer}/authorize`, request))
}

/** Handles the response to a sign-in. The code is redeemed in-process, under the same rules as over the network. */
export async function finishSignIn(party: RelyingParty, context: RequestContext): Promise<void> {
  const { app, issuer, sessions, href, homeHref } = party
  const parameters = queryParameters(context.query)
  const started = await party.started.read(context, parameters.get('state') ?? '')
  // The sign-in has expired or was not started in this browser, so start over and ignore the callback's values.
  if (started === undefined) return redirect(context, homeHref)
  if (parameters.has('error')) return refuse(party, context, parameters)
  const opened = await openPresented(issuer, 'code', parameters.get('code') ?? '')
  if (opened === undefined || parameters.get('iss') !== issuer.issuer)
    throw new ProtocolError(parameterMalformed('callback'))
  const { clients, family } = await issuer.storage.tokenState.look({ clients: [app.clientId], family: opened.familyId })
  const client = readClient(clients[0])
  if (client === undefined || !party.isItself(client)) {
    // A node with a different root secret would derive a different client secret.
    await issuer.otherSecrets.assertNoneUnknown()
    throw new ProtocolError(deny('invalid_client', 'invalid_client_secret'))
  }
  context.client = client
  const begun = family === undefined ? undefined : readFamily(family)
  // The callback was opened again. Redeeming the code again would revoke the session that its first use created.
  if (begun?.phase !== 'code') return redirect(context, homeHref)
  const { hash: codeHash, endsAt, familyId } = opened
  const sent = { codeHash, endsAt, redirectUri: `${app.url}/callback`, verifier: started.verifier }
  const tokens = tokensOf(context, 'code', await redeemCode(issuer, client, { familyId, record: family, sent }))
  const claims = decodeJwt(tokens.id_token)?.claims
  if (claims?.nonce !== started.nonce) throw new ProtocolError(deny('invalid_grant', 'invalid_grant', 'nonce'))
  // Use the versions stored with the code, so that the session ends if access was revoked after the code was issued.
  const { subjectGeneration, clientGeneration, clientEpoch } = begun
  await sessions.open(context, {
    sub: String(claims.sub),
    sid: String(claims.sid),
    subjectGeneration,
    clientGeneration,
    clientEpoch,
    signedInAt: Number(claims.auth_time),
    acr: typeof claims.acr === 'string' ? claims.acr : undefined,
    ...(started.requestedAcr === undefined ? {} : { requestedAcr: started.requestedAcr }),
  })
  redirect(context, href(started.returnTo))
}

/** The response depends on whether the user canceled, the user has no access, or the service is unavailable. */
async function refuse(
  party: RelyingParty,
  context: RequestContext,
  parameters: ReadonlyMap<string, string>,
): Promise<void> {
  const { app, pages, homeHref, otherAccountHref } = party
  const [error, ref] = [parameters.get('error'), parameters.get('error_ref')]
  if (error === 'temporarily_unavailable' || error === 'server_error') throw unavailable('not_ready', error)
  if (ref === 'access_rule' && prefersHtml(context.req))
    return showNoAccess(party, context, deny('access_denied', ref), {
      ...party.named,
      app: app.kind,
      otherHref: otherAccountHref,
    })
  if (ref === 'access_rule' || ref === 'account_inactive') throw new ProtocolError(deny('access_denied', ref))
  if (error !== 'access_denied' || !prefersHtml(context.req))
    throw new ProtocolError(deny('access_denied', 'user_denied', error))
  await pages.show(context, 200, SignInCancelled, { app: app.name, signInHref: homeHref })
}
