import { GATE_SCOPES, type Gate, gateRedirectUri } from '../../../policies/gate.ts'

interface Gated {
  readonly clientId: string
  readonly gate?: Gate
}

/** A gated app as a client: what it would otherwise be asked for follows from its address. Others stay as they are. */
export function withGateFields<Fields extends Gated>(client: Fields): Fields {
  const { gate, clientId } = client
  if (gate === undefined) return client
  const {
    backchannelLogoutUri: _back,
    frontchannelLogoutUri: _front,
    ...rest
  } = client as Fields & {
    readonly backchannelLogoutUri?: string
    readonly frontchannelLogoutUri?: string
  }
  return {
    ...rest,
    type: 'confidential',
    redirectUris: [gateRedirectUri(gate.url, clientId)],
    postLogoutRedirectUris: [],
    scopes: GATE_SCOPES,
    consent: 'trusted',
  } as unknown as Fields
}
