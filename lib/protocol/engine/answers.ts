import { type Deny, describeDenial } from '../../../policies/verdict.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { errorUri } from '../../web/http/errors.ts'
import { redirect } from '../../web/http/responses.ts'
import { note, type RequestContext } from '../../web/request/request-context.ts'

export function askUser({ mountPath }: { readonly mountPath: string }, context: RequestContext, uid: string): void {
  note(context.trace, 'authorize', 'the user is asked')
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
  const uri = errorUri(issuerUrl, context, denial)
  // Many libraries show the description alone. Only apps in development have an http redirect URI.
  const help = redirectUri.startsWith('http:') ? `; see ${uri}` : ''
  redirect(
    context,
    withParameters(redirectUri, {
      error: denial.error,
      error_description: describeDenial(denial) + help,
      error_uri: uri,
      state,
      iss: issuerUrl,
      request_id: context.requestId,
      error_ref: denial.ref,
    }),
  )
}
