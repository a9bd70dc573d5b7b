/** The result of a race: a table, a sentence for each storm, and an explanation. */
import type { StormName } from './plan.ts'
import type { Alive } from './storm.ts'
import type { Tally } from './tally.ts'
import { TOO_MANY } from './token-call.ts'

const THINGS: Readonly<Record<StormName, string>> = { code: 'code', refresh: 'refresh token', 'hang-up': 'hang-up' }

const ROWS: readonly (readonly [label: string, cell: (tally: Tally) => string | number])[] = [
  ['', ({ storm }) => THINGS[storm]],
  ['rounds', ({ rounds }) => rounds],
  ['requests in each', ({ requestsEach }) => requestsEach],
  ['rounds with exactly 1 success', ({ one }) => one],
  ['rounds with more', ({ more }) => more],
  ['rounds with none', ({ none }) => none],
  ['most successes in a round', ({ mostSuccesses }) => mostSuccesses],
  ['responses sent after the hang-up', ({ storm, responsesSent }) => (storm === 'hang-up' ? responsesSent : '–')],
  ['access tokens left alive', ({ access }) => aliveOf(access)],
  ['refresh tokens left alive', ({ refresh }) => aliveOf(refresh)],
  ['p50', ({ p50 }) => milliseconds(p50)],
  ['p99', ({ p99 }) => milliseconds(p99)],
]

const aliveOf = ({ asked, alive }: Alive): string => (asked === 0 ? '–' : `${alive} of ${asked}`)
const milliseconds = (ms: number | undefined): string => (ms === undefined ? '–' : `${ms} ms`)

export function reportOf(tallies: readonly Tally[]): string {
  const words = [...new Set(tallies.flatMap(({ refusals }) => Object.keys(refusals)))].toSorted()
  const rows = [
    ...ROWS.map(([label, cell]) => [label, ...tallies.map((tally) => `${cell(tally)}`)]),
    ...words.map((word) => [`not a success: ${word}`, ...tallies.map(({ refusals }) => `${refusals[word] ?? 0}`)]),
  ]
  return [...table(rows), '', ...tallies.map((tally) => `${THINGS[tally.storm]}: ${sentenceOf(tally)}`)].join('\n')
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0
        return column === 0 ? cell.padEnd(width) : cell.padStart(width + 1)
      })
      .join(' '),
  )
}

function sentenceOf(tally: Tally): string {
  const { storm, rounds, planned, requestsEach, none, more, mostSuccesses, verdict, refusals } = tally
  if (storm === 'hang-up') return sentenceOfHangUps(tally)
  const limited = refusals[TOO_MANY] ?? 0
  const caution =
    limited === 0
      ? ''
      : `; a rate limit answered ${limited} requests, so fewer competed than were sent: raise it for this run, ` +
        'or send fewer with a --pause'
  switch (verdict) {
    case 'families-lost':
    case 'exactly-one':
      return `once means once: in each of ${rounds} rounds one of ${requestsEach} simultaneous uses succeeded${caution}`
    case 'more-than-one':
      return (
        `once does not mean once: in ${more} of ${rounds} rounds one ${THINGS[storm]} was accepted more than once, ` +
        `up to ${mostSuccesses} times${caution}`
      )
    case 'none-in-some-rounds':
      return (
        `never more than once, but in ${none} of ${rounds} rounds no use at all succeeded, ` +
        `and such a round shows nothing${caution}`
      )
    case 'incomplete':
      return rounds === 0
        ? 'stopped before the first round was over'
        : `one success in each of the ${rounds} rounds that were run; ${planned} were asked for${caution}`
  }
}

function sentenceOfHangUps({ rounds, planned, none, one, more, responsesSent }: Tally): string {
  const twice = more === 0 ? '' : `; ${more} refresh tokens were accepted twice`
  return (
    `after ${one} of ${rounds} hang-ups the same refresh token worked again, once; ${none} families were lost` +
    `${twice}; ${responsesSent} responses had been sent${rounds < planned ? `; ${planned} rounds were asked for` : ''}`
  )
}

export const HOW_TO_READ = `How to read it: each round takes a fresh code or refresh token and uses it many times at once.
Every round should have exactly 1 success. A round with more is a token that was accepted twice:
a thief who is fast enough shares the session. A second use may be theft, so a careful provider
also kills what the first one got: 0 tokens left alive (RFC 6749 s4.1.2, RFC 9700 s4.14.2).
Whether an access token is alive is asked at userinfo, a refresh token is tried; – means that it
cannot be told. A storm that finds nothing proves little alone: what decides is how close the
requests come, so run it more than once, on a quiet machine. The times are those of whole storms,
seen from here; they do not measure how fast the provider is.
A hang-up is a client that closes its connection before the response to a refresh. Afterward it
uses the same refresh token twice, one use after the other. A round with none is a lost family: its
user must sign in again. If the response was on its way, no provider can prevent this.`
