/**
 * What becomes of text that strangers sent before it is stored, logged or shown on a terminal: it is short, stays on its line, and
 * gives no command to whatever shows it.
 *
 * Spec      explanations, log, command line; D-G12
 * RFC       none; control characters as Unicode has them (Cc), and the directional formatting characters (UAX 9)
 * Deny      none
 * Enforced  policies/verdict.ts, lib/web/request/trace.ts, lib/protocol/endpoints/authorize.ts,
 *           lib/cli/terminal/process-terminal.ts, lib/web/http/received.ts, lib/web/http/log-line.ts, lib/cli/rehearse/tally.ts,
 *           lib/index.ts
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

/** A word that nobody takes for a value: names of parameters and scopes are like these. */
const NAME = /^(?=.{1,30}$)[A-Za-z][A-Za-z0-9]*(?:[_.:-][A-Za-z0-9]+)*$/
export const isName = (text: string): boolean => NAME.test(text)

const ADDRESS = /^([A-Za-z][A-Za-z0-9+.-]*:\/\/[^/?#@\\\s]{1,255})((?:\/[^?#@\s]*)?)(?:\?([^#]*))?(?:#.*)?$/s
/** Parts of a path that are longer are no names. */
const SEGMENT_LENGTH = 40

/**
 * An address as it may be kept and shown: without credentials, values of its query, and fragment. The address of a page, sent by
 * mistake, has codes, tokens and names of people there.
 */
export function addressWithoutValues(address: string): string {
  const found = ADDRESS.exec(address)
  if (found === null) return '…'
  const [, origin, path, query] = found as unknown as [string, string, string, string | undefined]
  const shown = path
    .split('/')
    .map((segment) => (segment.length > SEGMENT_LENGTH ? '…' : segment))
    .join('/')
  const names = query?.split('&').map((pair) => {
    const name = pair.replace(/=.*$/s, '')
    return isName(name) ? name : '…'
  })
  return recordedText(origin + shown + (names === undefined ? '' : `?${names.join('&')}`))
}
