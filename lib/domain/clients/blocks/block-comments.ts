/** The comments that a block begins with: whose it is, and what no assignment can say. They are known again when a block is replaced. */
import type { EnvironmentBlock } from './block.ts'
import { oneLine } from './render.ts'

export const FROM_DOCUMENTATION = '# from its documentation, not tried'
const ALSO_REGISTERED = '# also registered: '
const WHOSE = /^\S+ .* \(([a-z0-9-]+)\) · (?:development|live) · issued by \S+ · \d{4}-\d\d-\d\d$/u
const SECRET_GONE = /^# \w+ was shown once, when it was made; a new one: portico client rotate-secret [a-z0-9-]+$/

export function headingOf({ client, issuer, at }: EnvironmentBlock): readonly string[] {
  const { clientName, clientId, environment, redirectUris } = client
  return [
    `# ${oneLine(clientName)} (${clientId}) · ${environment} · issued by ${issuer} · ${at.toISOString().slice(0, 10)}`,
    ...redirectUris.slice(1).map((uri) => `${ALSO_REGISTERED}${uri}`),
  ]
}

/** @param remarks those of the format, for any client */
export function isBlockComment(line: string, remarks: readonly string[]): boolean {
  return (
    line === FROM_DOCUMENTATION ||
    line.startsWith(ALSO_REGISTERED) ||
    WHOSE.test(line) ||
    SECRET_GONE.test(line) ||
    remarks.some((remark) => isRemark(line, remark))
  )
}

/** What follows the first colon is the client's own. */
function isRemark(line: string, remark: string): boolean {
  const colon = remark.indexOf(': ')
  return colon === -1 ? line === remark : line.startsWith(remark.slice(0, colon + 2))
}

/** The client that a line names, where it is the first of a block. */
export const clientOfHeading = (line: string): string | undefined => WHOSE.exec(line)?.[1]
