import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { CONFIG_ISSUES, type ConfigIssueCode } from '../../config/issues/config-error.ts'
import type { Explanation } from '../../domain/audit/explanations.ts'
import { uriDifference } from '../../domain/audit/uri-difference.ts'
import type { Command } from '../terminal/command.ts'
import { json } from '../terminal/output.ts'
import { withStore } from './store.ts'

/** As many are named when the beginning of an id is that of several. */
const CANDIDATES = 8

export const explainCommand: Command = {
  name: 'explain',
  usage: 'REQUEST_ID | ERROR_REF | E1001',
  summary:
    'says why a request was refused (six characters of its id are enough), or what an error_ref or an issue of the configuration means',
  run: async (args, terminal) => {
    const word = args.only('request id, error_ref or code of a configuration issue')
    const print = (data: object, text: string): 0 => {
      terminal.out(args.flag('json') ? json(data) : text)
      return 0
    }
    if (Object.hasOwn(CONFIG_ISSUES, word)) {
      const meaning = CONFIG_ISSUES[word as ConfigIssueCode]
      return print({ code: word, meaning }, meaning)
    }
    if (Object.hasOwn(REFERENCES, word)) {
      const { description, advice } = REFERENCES[word as ErrorRef]
      return print({ error_ref: word, description, advice }, `${description}\n${advice}`)
    }
    return withStore(terminal, async ({ explanations }) => {
      const whole = await explanations.find(word)
      const candidates = whole === undefined ? await explanations.beginningWith(word, CANDIDATES) : [whole]
      const [found, ...others] = candidates
      if (found === undefined)
        terminal.err('nothing is known of this request: only refused ones are kept, and for a week')
      else if (others.length > 0)
        terminal.err(['several requests have an id that begins so:', ...candidates.map(lineOf)].join('\n'))
      else return print(found, textOf(found))
      return 1
    })
  },
}

const lineOf = ({ requestId, at, ref }: Explanation): string =>
  `  ${requestId}  ${new Date(at).toISOString()}  ${ref ?? ''}`.trimEnd()

function textOf({ at, route, status, error, ref, client, user, address, steps, facts }: Explanation): string {
  const { redirect_uri_sent: sent, redirect_uri_registered: registered } = facts
  const areUris = typeof sent === 'string' && typeof registered === 'string'
  return [
    `${new Date(at).toISOString()}  ${route}  ${status}${error === undefined ? '' : `  ${error} (${ref ?? 'no reference'})`}`,
    ...(client === undefined ? [] : [`client  ${client}`]),
    ...(user === undefined ? [] : [`user    ${user}`]),
    `from    ${address}`,
    '',
    ...steps.map(({ step, found }) => `  ${step}: ${found}`),
    ...(areUris ? ['', ...uriDifference(sent, registered).lines] : []),
    ...(ref !== undefined && Object.hasOwn(REFERENCES, ref) ? ['', REFERENCES[ref as ErrorRef].advice] : []),
  ].join('\n')
}
