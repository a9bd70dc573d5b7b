import {
  type Credentials,
  checkClientAuthentication,
  decideCredentials,
} from '../../../policies/client-authentication.ts'
import { type Deny, deny, describeDenial, detailOf } from '../../../policies/verdict.ts'
import { type Client, findClient } from '../../domain/clients/client-record.ts'
import { secretMatches } from '../../domain/clients/secrets.ts'
import { headerLines } from '../request/received-headers.ts'
import { note, ProtocolError, type RequestContext } from '../request/request-context.ts'
import { knowClient } from './cors.ts'

/** The challenge after failed Basic authentication (RFC 6749 s5.2). Some clients show only this part of the error. */
const challenge = (denial: Deny): Readonly<Record<string, string>> => ({
  'WWW-Authenticate': `Basic realm="token endpoint", charset="UTF-8", error="${denial.error}", error_description="${describeDenial(denial)}"`,
})

/** Finds a client's record in the store. An implementation can read other data in the same round trip. */
export type FindClient = (clientId: string) => Promise<string | undefined>

/** Unverified credentials from the header or form. */
export const sentCredentials = ({ req }: Pick<RequestContext, 'req'>, form: ReadonlyMap<string, string>): Credentials =>
  decideCredentials({
    authorization: req.headers.authorization,
    clientId: form.get('client_id'),
    clientSecret: form.get('client_secret'),
    clientAssertion: form.get('client_assertion'),
    clientAssertionType: form.get('client_assertion_type'),
  })

/**
 * Authenticates the client that sent a form request.
 * @throws ProtocolError invalid_client 401, invalid_request 400
 */
export async function authenticateClient(
  context: RequestContext,
  form: ReadonlyMap<string, string>,
  find: FindClient,
): Promise<Client> {
  const { authorization } = context.req.headers
  const refuse = (denial: Deny): never => {
    throw new ProtocolError(
      denial,
      denial.error === 'invalid_client' && authorization !== undefined ? challenge(denial) : {},
    )
  }
  if (headerLines(context.req, 'authorization').length > 1)
    return refuse(deny('invalid_request', 'several_client_authentications'))
  const sent = sentCredentials(context, form)
  if (!sent.allowed) return refuse(sent)
  const client = await findClient({ find }, sent.clientId)
  if (client !== undefined) knowClient(context, client)
  const matches = sent.method !== 'none' && secretMatches(sent.secret, client?.secretHash)
  const verdict = checkClientAuthentication(
    sent.method,
    client === undefined ? undefined : { type: client.type, active: client.status === 'active' },
    matches,
  )
  note(
    context.trace,
    'client authentication',
    verdict.allowed ? `${sent.method} as ${sent.clientId}` : `${sent.method}: ${detailOf(verdict)}`,
  )
  if (!verdict.allowed) return refuse(verdict)
  if (sent.method !== 'none') context.authenticated = true
  return client as Client
}
