/** The steps that break a promise, for a reader. */

import type { Kind } from './plan.ts'
import { BEGINNING } from './scheduler.ts'
import type { Run, Told } from './simulate.ts'

/** Actions whose node is not drawn for each request. */
const AT_NODE: ReadonlySet<Kind> = new Set(['crash', 'skew', 'lost calls'])
const WITHOUT_USER: ReadonlySet<Kind> = new Set([...AT_NODE, 'slow store', 'lost responses', 'demote administrators'])

const line = ({ at, action, outcome }: Told, index: number): string => {
  const { kind, user, app, node } = action
  const who = AT_NODE.has(kind) ? node : WITHOUT_USER.has(kind) ? '' : `${user}, ${app}`
  return `${String(index + 1).padStart(3)}. ${((at - BEGINNING) / 1_000).toFixed(3)} s  ${kind}${who === '' ? '' : ` (${who})`}: ${outcome}`
}

export const storyOf = ({ told, violation }: Run): string =>
  [...told.map(line), violation === undefined ? '' : `     ${violation.promise}: ${violation.text}`].join('\n')
