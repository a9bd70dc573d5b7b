import { digestOf } from '../keys/digest.ts'

/**
 * The `sid` of a client in a browser session (D-S2): the session's identifier and a few characters that stand for the
 * client. The same session and client always give the same sid, so two tabs that sign in to one client at the same
 * moment agree on it without asking the store, and a token's `sid` names the session that it depends on.
 */
export function sidOf(session: string, clientId: string): string {
  return `${session}.${digestOf(`${session} ${clientId}`, 6)}`
}

/** The browser session behind a sid. */
export function sessionOfSid(sid: string): string {
  return sid.slice(0, sid.lastIndexOf('.'))
}
