import { createHash } from 'node:crypto'

/**
 * The `sid` of a client in a browser session (S2): the session's identifier and a few characters that stand for the
 * client. The same session and client always give the same sid, so two tabs that sign in to one client at the same
 * moment agree on it without asking the store, and a token's `sid` says which session's end it must heed.
 */
export function sidOf(session: string, clientId: string): string {
  return `${session}.${createHash('sha256').update(`${session} ${clientId}`).digest().subarray(0, 6).toString('base64url')}`
}

/** The browser session behind a sid. */
export function sessionOfSid(sid: string): string {
  return sid.slice(0, sid.lastIndexOf('.'))
}
