/**
 * When the sign-ins of an account pause, whatever addresses the tries come from: after a hundred wrong passwords in a row, and from
 * then on after every ten, for a quarter of an hour. A browser that its user has signed in with before is not concerned, nor is a
 * passkey. Whoever goes on guessing can keep an account's other browsers waiting: that is the price of the bound.
 *
 * Spec      sign-in page; D-A2, D-G14
 * RFC       NIST SP 800-63B s5.2.2 (no more than 100 consecutive failed attempts)
 * Deny      a paused try looks like a wrong password, and is not counted
 * Enforced  lib/domain/accounts/sign-in-pauses.ts
 * Tests     test/policies/sign-in-pause.test.ts, test/flows/sign-in-pause.test.ts
 */
export const FAILURES_BEFORE_PAUSE = 100
export const FAILURES_BETWEEN_PAUSES = 10
export const PAUSE_SECONDS = 900

export interface Row {
  /** Tries since the last right password, the present one included. */
  readonly tries: number
  /** How many are open before the next pause. */
  readonly open: number
  readonly paused: boolean
}

export const decidePause = ({ tries, open, paused }: Row): 'open' | 'paused' =>
  paused || tries > open ? 'paused' : 'open'

/** What a wrong password leads to: the last that was open begins a pause, after which some more are open. */
export const afterFailure = ({ tries, open }: Omit<Row, 'paused'>): 'go-on' | { readonly open: number } =>
  tries < open ? 'go-on' : { open: open + FAILURES_BETWEEN_PAUSES }
