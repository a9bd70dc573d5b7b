/**
 * What becomes of text that strangers sent before it is stored, logged or shown on a terminal: it is short, stays on its line, and
 * gives no command to whatever shows it.
 *
 * Spec      explanations, log, command line; D-G12
 * RFC       none; control characters as Unicode has them (Cc), and the directional formatting characters (UAX 9)
 * Deny      none
 * Enforced  policies/verdict.ts, lib/web/request/trace.ts, lib/protocol/endpoints/authorize.ts,
 *           lib/cli/terminal/process-terminal.ts, lib/index.ts
 * Tests     test/policies/foreign-text.test.ts
 */
const RECORDED_LENGTH = 200

/** Text for a terminal: without the characters that move its cursor or turn its direction. Lines stay lines. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** Text for one field of a record: printable, on one line, of 200 characters at most. */
export function recordedText(text: string): string {
  const line = printable(text.length > RECORDED_LENGTH ? text.slice(0, RECORDED_LENGTH) : text).replace(
    /[\n\t]/g,
    '\ufffd',
  )
  return text.length > RECORDED_LENGTH ? `${line.slice(0, -1)}…` : line
}
