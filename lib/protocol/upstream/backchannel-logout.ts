import { checkLogoutClaims, type LogoutClaims } from '../../../policies/upstream-logout-token.ts'
import { deny } from '../../../policies/verdict.ts'
import type { UpstreamLogout } from '../../domain/sessions/upstream-logout.ts'
import { type SignedClaims, UpstreamRefused } from '../../ports/upstream-provider.ts'
import { readParameters } from '../../web/http/body.ts'
import { send } from '../../web/http/responses.ts'
import { type Handler, note, notFound, ProtocolError } from '../../web/request/request-context.ts'
import type { Connector } from './services.ts'

export interface UpstreamLogoutServices {
  readonly connectors: readonly Connector[]
  readonly logout: UpstreamLogout
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

/** POST /upstream/{id}/backchannel-logout: a user signed out at the provider (OIDC Back-Channel Logout s2.5). */
export function upstreamLogoutEndpoint({ connectors, logout, seconds }: UpstreamLogoutServices): Handler {
  return async (context) => {
    const connector = connectors.find(({ id }) => id === context.rest)
    if (connector === undefined) throw notFound()
    const token = (await readParameters(context)).get('logout_token') ?? ''
    const claims = validated(await verified(connector, token), connector, seconds())
    const { id, issuer } = connector
    const ended = await logout.end({ connector: id, issuer }, claims, seconds())
    if (ended === 'replayed') throw refused('jti')
    note(context.trace, 'upstream', `signed out at ${id}, ${ended.length} sessions ended`)
    const [session, another] = ended
    if (session !== undefined) {
      context.event = 'logout.upstream'
      context.subject = session.subject
      if (another === undefined) context.sid = session.uid
    }
    send(context, 200, undefined, '')
  }
}

/** @param why a fixed text that contains nothing from the token, so that it is safe to send */
const refused = (why: string): ProtocolError =>
  new ProtocolError(deny('invalid_request', 'logout_token_invalid', why, `the logout token is not valid: ${why}`))

async function verified({ provider }: Connector, token: string): Promise<SignedClaims> {
  try {
    return await provider.verifyLogoutToken(token)
  } catch (error) {
    if (!(error instanceof UpstreamRefused)) throw error
    if (error.ref === 'upstream_signature' || error.ref === 'upstream_token_invalid') throw refused('signature')
    // The provider's keys could not be loaded, so the token cannot be verified.
    throw new ProtocolError(deny('temporarily_unavailable', 'upstream_unavailable', error.detail))
  }
}

function validated({ claims, typ }: SignedClaims, connector: Connector, now: number): LogoutClaims {
  const verdict = checkLogoutClaims(claims, typ, connector, now)
  if (typeof verdict === 'string') throw refused(verdict)
  return verdict
}
