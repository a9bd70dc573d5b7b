import { errors } from 'oidc-provider'
import { isRegisteredUri } from '../../../policies/redirect-uri.ts'
import { type Deny, deny, describeDenial } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { errorUri } from '../../web/http/error-uri.ts'
import { redirect } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { EngineRun } from './context.ts'
import { denialOf, isAnswered } from './denials.ts'

/** A browser is sent to the page of an interaction, for this client. */
export type Asked = (context: RequestContext, clientId: string, uid: string) => void

/** Writes the answer that the engine came to, in one place for all. @throws what stands in its place: a denial, or an error of ours */
export function answer(state: EngineRun, issuerUrl: string, asked: Asked): void {
  const { context, params } = state
  if (state.client !== undefined) context.client = state.client
  if (state.error !== undefined) {
    const denial = denialOf(state.error)
    if (denial === undefined || !isAnswered(state.error)) throw state.error
    const redirectUri = addressOf(state)
    if (state.location === undefined || redirectUri === undefined || state.error instanceof errors.SessionNotFound) {
      // Ours keeps the headers that it was thrown with (Retry-After).
      throw state.error instanceof DenialError ? state.error : new ProtocolError(denial)
    }
    return redirectError(context, issuerUrl, denial, redirectUri, params?.state)
  }
  const redirectUri = state.answer === undefined ? undefined : addressOf(state)
  if (state.answer !== undefined && redirectUri !== undefined) {
    const { code, state: sentState, iss } = state.answer
    return sendCode(context, redirectUri, { code, state: sentState, iss })
  }
  if (state.location === undefined) throw new Error('the engine gave no answer')
  note(context.trace, 'authorize', 'the user is asked')
  const uid = /\/interaction\/([\w-]+)$/.exec(state.location)?.[1]
  if (uid !== undefined && state.client !== undefined) asked(context, state.client.clientId, uid)
  redirect(context, state.location)
}

/** The code goes to the client (RFC 6749 s4.1.2, RFC 9207 s2). */
export function sendCode(
  context: RequestContext,
  redirectUri: string,
  fields: Readonly<Record<'code' | 'state' | 'iss', string | undefined>>,
): void {
  note(context.trace, 'authorize', 'a code was issued')
  context.event ??= 'code.issued'
  redirect(context, withParameters(redirectUri, fields))
}

/**
 * Where the answer goes, if the client was judged. Long after the request, it may have lost that address, and another client may
 * have it now.
 * @throws ProtocolError redirect_uri_mismatch: never a redirect
 */
function addressOf({ client, params }: EngineRun): string | undefined {
  const address = params?.redirect_uri
  if (address !== undefined && client !== undefined && !isRegisteredUri(address, client.redirectUris))
    throw new ProtocolError(
      deny('invalid_request', 'redirect_uri_mismatch', 'the client does not have the address any more'),
    )
  return address
}

/** An error sent to the client by redirect (RFC 6749 s4.1.2.1). */
export function redirectError(
  context: RequestContext,
  issuerUrl: string,
  denial: Deny,
  redirectUri: string,
  state: string | undefined,
): void {
  context.refusal = denial
  redirect(
    context,
    withParameters(redirectUri, {
      error: denial.error,
      error_description: describeDenial(denial),
      error_uri: errorUri(issuerUrl, context, denial),
      state,
      iss: issuerUrl,
      request_id: context.requestId,
      error_ref: denial.ref,
    }),
  )
}
