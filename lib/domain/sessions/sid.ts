import { digestOf } from '../keys/digest.ts'

/**
 * A client's `sid` in a browser session (D-S2): the session's identifier plus a short digest for the client. It is
 * deterministic, so that concurrent sign-ins in two tabs get the same value without reading the store. A token's `sid`
 * identifies the session it depends on.
 */
export function sidOf(session: string, clientId: string): string {
  return `${session}.${digestOf(`${session} ${clientId}`, 6)}`
}

export const sessionOfSid = (sid: string): string => sid.slice(0, sid.lastIndexOf('.'))
