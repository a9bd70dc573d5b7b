import { type Deny, describeDenial } from '../../../policies/verdict.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { errorUri } from '../../web/http/errors.ts'
import { redirect } from '../../web/http/responses.ts'
import { note, type RequestContext } from '../../web/request/request-context.ts'

/** Called when a browser is redirected to an interaction page for this client. */
export type RememberClient = (context: RequestContext, clientId: string, uid: string) => void

export function askUser(
  { rememberClient, mountPath }: { readonly rememberClient: RememberClient; readonly mountPath: string },
  context: RequestContext,
  { clientId }: Client,
  uid: string,
): void {
  note(context.trace, 'authorize', 'the user is asked')
  rememberClient(context, clientId, uid)
  redirect(context, `${mountPath}/interaction/${uid}`)
}

/** Sends the code to the client (RFC 6749 s4.1.2, RFC 9207 s2). */
export function sendCode(
  context: RequestContext,
  redirectUri: string,
  fields: Readonly<Record<'code' | 'state' | 'iss', string | undefined>>,
): void {
  note(context.trace, 'authorize', 'a code was issued')
  context.event ??= 'code.issued'
  redirect(context, withParameters(redirectUri, fields))
}

/** Redirects to the client with an error (RFC 6749 s4.1.2.1). */
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
