/** Evaluates a recorded request as if its client were registered with its redirect URI, its secret, and every scope. */
import { decideAuthorizationRequest } from '../../../policies/authorization-request.ts'
import { decideCredentials } from '../../../policies/client-authentication.ts'
import { CLIENT_ID } from '../../../policies/client-registration.ts'
import type { ErrorRef } from '../../../policies/errors.ts'
import { checkGrantType } from '../../../policies/grants.ts'
import { parameterDuplicated, parameterMalformed } from '../../../policies/parameters.ts'
import { checkCodeVerifier } from '../../../policies/pkce.ts'
import { type RedirectUriIssue, redirectUriIssues } from '../../../policies/redirect-uri.ts'
import { missingForCode, missingForRefresh, missingGrantType } from '../../../policies/token-request.ts'
import { type Deny, describeDenial, type Verdict } from '../../../policies/verdict.ts'
import { misencodedParameters, parseParameters } from '../../web/request/request-context.ts'
import { isAuthorization, isToken, type RecordedRequest } from './recorded-request.ts'

export interface Refusal {
  readonly ref: ErrorRef
  /** The description in the response, without values from the request. */
  readonly description: string
}

export interface Evaluation {
  readonly kind: 'authorization' | 'token'
  readonly clientId: string | undefined
  /** Why Portico would reject the request; empty if it would accept it. */
  readonly refusals: readonly Refusal[]
  readonly redirectUri?: string
  /** Why the redirect URI cannot be registered. */
  readonly redirectUriIssues?: readonly RedirectUriIssue[]
  readonly scopes?: readonly string[]
}

/** `token-without-body`: a token request whose body was not recorded, so it cannot be evaluated. */
export type Seen = Evaluation | 'token-without-body' | 'another'

/** @param knownScopes all scopes in the deployment */
export function evaluate(request: RecordedRequest, knownScopes: readonly string[]): Seen {
  const form = request.form === undefined ? undefined : parseParameters(request.form)
  if (isToken(request, form))
    return request.form === undefined ? 'token-without-body' : evaluateToken(request, request.form)
  const encoded = request.method === 'POST' ? (request.form ?? request.query) : request.query
  return isAuthorization(request, parseParameters(encoded)) ? evaluateAuthorization(encoded, knownScopes) : 'another'
}

function evaluateAuthorization(encoded: string, knownScopes: readonly string[]): Evaluation {
  const sent = parseParameters(encoded)
  const one = (name: string): string | undefined => sent.get(name)?.[0] || undefined
  const redirectUri = one('redirect_uri')
  const client = { active: true, redirectUris: redirectUri === undefined ? [] : [redirectUri], scopes: knownScopes }
  const decision = decideAuthorizationRequest(sent, client, { knownScopes, misencoded: misencodedParameters(encoded) })
  const clientId = one('client_id')
  return {
    kind: 'authorization',
    clientId,
    refusals: [...unregistrable(clientId), ...(decision.allowed ? [] : refusalsOf(decision.deny))],
    ...(redirectUri !== undefined && { redirectUri, redirectUriIssues: issuesOf(redirectUri) }),
    scopes: one('scope')?.split(' ') ?? [],
  }
}

/** In the development environment, loopback redirect URIs can use http. */
const issuesOf = (uri: string): readonly RedirectUriIssue[] =>
  redirectUriIssues(uri, uri.startsWith('http:') ? 'development' : 'live')

/** Runs the token endpoint's checks in order without stopping at a failure, so that the report lists every failure. */
function evaluateToken({ authorization }: RecordedRequest, encoded: string): Evaluation {
  const form = parseParameters(encoded)
  const one = (name: string): string | undefined => form.get(name)?.[0] || undefined
  const credentials = decideCredentials({
    authorization,
    clientId: one('client_id'),
    clientSecret: one('client_secret'),
    clientAssertion: one('client_assertion'),
    clientAssertionType: one('client_assertion_type'),
  })
  const denials: Deny[] = [
    ...[...misencodedParameters(encoded)].map(parameterMalformed),
    ...[...form].filter(([, values]) => values.length > 1).map(([name]) => parameterDuplicated(name)),
  ]
  const check = (verdict: Verdict | undefined): void => {
    if (verdict !== undefined && !verdict.allowed) denials.push(verdict)
  }
  // By default, browsers omit the Authorization header from HAR files, so its absence proves nothing.
  if (!credentials.allowed && credentials.ref !== 'client_authentication_missing') denials.push(credentials)
  const grantType = one('grant_type')
  const asked = { code: one('code'), redirectUri: one('redirect_uri'), verifier: one('code_verifier') }
  if (grantType === undefined) check(missingGrantType(asked, one('refresh_token')))
  else {
    check(checkGrantType(grantType))
    if (grantType === 'refresh_token') check(missingForRefresh(one('refresh_token')))
    if (grantType === 'authorization_code') check(missingForCode(asked) ?? checkCodeVerifier(asked.verifier))
  }
  const clientId = credentials.allowed ? credentials.clientId : one('client_id')
  return {
    kind: 'token',
    clientId,
    refusals: [...unregistrable(clientId), ...denials.flatMap(refusalsOf)],
  }
}

/** Reports a client ID that Portico would not accept. The app must use a different one (D-C1). */
const unregistrable = (clientId: string | undefined): readonly Refusal[] =>
  clientId === undefined || CLIENT_ID.test(clientId)
    ? []
    : [{ ref: 'invalid_client', description: 'client_id must be 3 to 63 characters of a-z, 0-9, and hyphens' }]

/** One refusal per cause, although Portico's response combines them. */
const refusalsOf = (denial: Deny): readonly Refusal[] =>
  (denial.all ?? [denial]).map((one) => ({ ref: one.ref, description: describeDenial(one) }))
