import { SCOPES } from '../../../policies/scopes.ts'
import { evaluate } from '../rehearse/evaluate.ts'
import { type RecordingSource, readRecording, UnreadableRecording } from '../rehearse/recording.ts'
import { dataOf, passes, type Rehearsal, textOf } from '../rehearse/report.ts'
import { tally } from '../rehearse/tally.ts'
import { json } from '../terminal/command.ts'
import { scopesOf } from './client-options.ts'
import { command } from './command.ts'

/** Does not open a store or write anything; it only evaluates the recorded requests against the policies. */
export const rehearseCommand = command('rehearse', async (args, terminal) => {
  const path = args.only('file')
  const knownScopes = [...new Set([...SCOPES, ...scopesOf(args.text('scopes'), [])])]
  const apps = tally(knownScopes)
  const counts = { read: 0, unread: 0, authorization: 0, token: 0, tokenWithoutBody: 0, cut: 0, unreadable: 0 }
  let source: RecordingSource
  try {
    source = await readRecording(path, (request) => {
      counts.read += 1
      if (request === undefined) counts.unread += 1
      else if ('broken' in request) {
        counts[request.broken] += 1
        apps.addBroken(request)
      } else {
        const seen = evaluate(request, knownScopes)
        if (seen === 'token-without-body') counts.tokenWithoutBody += 1
        else if (seen !== 'another') {
          counts[seen.kind] += 1
          apps.add(seen)
        }
      }
    })
  } catch (error) {
    if (!(error instanceof UnreadableRecording)) throw error
    terminal.err(`${path}: ${error.message}`)
    return 2
  }
  const rehearsal = { ...source, ...counts, overlooked: apps.overlooked(), apps: apps.apps() }
  const broken = counts.cut + counts.unreadable
  if (counts.authorization + counts.token + broken === 0) {
    terminal.err(`${path}: ${nothingEvaluated(rehearsal)}`)
    return 2
  }
  terminal.out(args.flag('json') ? json(dataOf(rehearsal)) : textOf(rehearsal))
  return rehearsal.apps.every(passes) && rehearsal.overlooked === 0 && broken === 0 ? 0 : 1
})

function nothingEvaluated({ read, unread }: Rehearsal): string {
  if (unread === read)
    return 'is not a readable access log or HAR file; use a log with request lines, JSON, LTSV, W3C, or HAR 1.2'
  return `has ${read - unread} requests, but none of them is an authorization request with its parameters`
}
