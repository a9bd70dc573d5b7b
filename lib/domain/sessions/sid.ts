import { digestOf } from '../keys/digest.ts'

/**
 * The `sid` of a client in a browser session (D-S2): the session's identifier and a short digest for the client. It is
 * deterministic, so that simultaneous sign-ins in two tabs agree on it without a read of the store. A token's `sid`
 * identifies the session that it depends on.
 */
export function sidOf(session: string, clientId: string): string {
  return `${session}.${digestOf(`${session} ${clientId}`, 6)}`
}

export const sessionOfSid = (sid: string): string => sid.slice(0, sid.lastIndexOf('.'))
