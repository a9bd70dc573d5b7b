/** The story of a run that broke a promise, for the author of the adapter. */
import type { Entry } from './history.ts'
import type { Violation } from './history-checker.ts'
import type { Given } from './scenarios.ts'
import type { Line } from './stepped-store.ts'

const BEFORE: Readonly<Record<Given, string>> = {
  code: 'Before: a user signed in, and the app has a code.',
  tokens: 'Before: the app has redeemed its code.',
  rotated: 'Before: the app has redeemed its code, and used its refresh token once.',
}

const PROMISES: Readonly<Record<Violation['invariant'], string>> = {
  I1: 'A code gives tokens once',
  I2: 'A refresh token gives new tokens once',
  I3: 'After a reported replay, no token of the sign-in is active',
  I4: 'After a confirmed revocation, nothing that it ended is active',
  I5: 'Nothing is refused without a reason',
  I6: 'Only tokens that were issued and not used up are active',
  I7: 'No request fails within the service',
}

const NODES = 'Requests #1 reach the first node, requests #2 the second one.'

const isOfActor = ({ node }: Entry): boolean => node !== 'at once' && node !== 'beside'
const responseOf = ({ active, status, ref }: Entry): string =>
  active === undefined
    ? `got ${status}${ref === undefined ? '' : ` (${ref})`}`
    : active
      ? 'found it active'
      : 'found it not active'
const deed = (entry: Entry): string => {
  if (isOfActor(entry)) return `${entry.node} ${responseOf(entry)}`
  const node = entry.node === 'beside' ? ' on the second node' : ''
  return `${entry.op} ${entry.start < 0 ? 'before' : 'afterwards'}${node} ${responseOf(entry)}`
}

/** The lines with numbers; those of a call that nothing came between are one. */
function numbered(lines: readonly Line[]): readonly string[] {
  const texts: string[] = []
  lines.forEach(({ actor, call, outcome }, index) => {
    const next = lines[index + 1]
    const isWhole = call !== undefined && next?.actor === actor && next.outcome !== undefined && next.call !== undefined
    const before = lines[index - 1]
    if (call === undefined) texts.push(`${actor} ${outcome}`)
    else if (outcome === undefined) texts.push(`${actor}: ${call} ${isWhole ? next.outcome : 'starts …'}`)
    else if (before?.actor !== actor || before.call === undefined || before.outcome !== undefined)
      texts.push(`${actor}: ${call} ${outcome}`)
  })
  return texts.map((text, index) => `${index + 1}. ${text}`)
}

/** @returns the shortest one among the violations of a run */
export function storyOf(
  violations: readonly Violation[],
  history: readonly Entry[],
  lines: readonly Line[],
  given: Given,
): readonly string[] {
  const responses = history.filter(isOfActor)
  const stories = violations.map(({ invariant, entries }) => {
    const last = entries.every((entry) => isOfActor(entry) || entry.start < 0)
      ? Math.max(...entries.map(({ end }) => end))
      : Number.POSITIVE_INFINITY
    const shown = lines.filter(({ at }) => at <= last)
    for (const entry of responses.filter(({ end }) => end <= last)) {
      const index = shown.findLastIndex(({ at }) => at <= entry.end)
      shown.splice(index + 1, 0, { at: entry.end, actor: entry.node, outcome: responseOf(entry) })
    }
    return [
      `${BEFORE[given]} ${NODES}`,
      ...numbered(shown),
      `Broken: ${PROMISES[invariant]} (${invariant}), but ${entries.map(deed).join(', and ')}.`,
    ]
  })
  return stories.toSorted((one, other) => one.length - other.length)[0] as readonly string[]
}

/** A run that an error ended. */
export const storyOfError = (error: unknown, lines: readonly Line[], given: Given): readonly string[] => [
  `${BEFORE[given]} ${NODES}`,
  ...numbered(lines),
  `Broken: ${PROMISES.I7} (I7), but ${error instanceof Error ? error.message : String(error)}.`,
]
