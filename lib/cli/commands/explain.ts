import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { CONFIG_ISSUES, type ConfigIssueCode } from '../../config/issues/config-error.ts'
import { uriDifference } from '../../domain/audit/uri-difference.ts'
import { type Command, UsageError } from '../terminal/command.ts'
import { withStore } from './store.ts'

export const explainCommand: Command = {
  name: 'explain',
  usage: 'REQUEST_ID | ERROR_REF | E1001',
  summary: 'says why a request was refused, or what a cause or a configuration fault means',
  options: {},
  run: async (args, terminal) => {
    const [word, ...more] = args.positionals
    if (word === undefined || more.length > 0) throw new UsageError('give one request id, error_ref or fault code')
    const json = args.flag('json')
    if (Object.hasOwn(CONFIG_ISSUES, word)) {
      const meaning = CONFIG_ISSUES[word as ConfigIssueCode]
      return tell(terminal, json ? JSON.stringify({ code: word, meaning }, null, 2) : meaning)
    }
    if (Object.hasOwn(REFERENCES, word)) {
      const { description, advice } = REFERENCES[word as ErrorRef]
      const data = JSON.stringify({ error_ref: word, description, advice }, null, 2)
      return tell(terminal, json ? data : `${description}\n${advice}`)
    }
    return withStore(terminal, async ({ explanations }) => {
      const found = await explanations.find(word)
      if (found === undefined) {
        terminal.err('nothing is known of this request: only refused ones are kept, and for a week')
        return 1
      }
      if (json) return tell(terminal, JSON.stringify(found, null, 2))
      const { redirect_uri_sent: sent, redirect_uri_registered: registered } = found.facts
      return tell(
        terminal,
        [
          `${new Date(found.at).toISOString()}  ${found.route}  ${found.status}${found.error === undefined ? '' : `  ${found.error} (${found.ref ?? 'no reference'})`}`,
          ...(found.client === undefined ? [] : [`client  ${found.client}`]),
          ...(found.user === undefined ? [] : [`user    ${found.user}`]),
          `from    ${found.address}`,
          '',
          ...found.steps.map(({ step, found: what }) => `  ${step}: ${what}`),
          ...(typeof sent === 'string' && typeof registered === 'string'
            ? ['', ...uriDifference(sent, registered).lines]
            : []),
          ...(found.ref === undefined || !Object.hasOwn(REFERENCES, found.ref)
            ? []
            : ['', REFERENCES[found.ref as ErrorRef].advice]),
        ].join('\n'),
      )
    })
  },
}

function tell(terminal: { out(text: string): void }, text: string): 0 {
  terminal.out(text)
  return 0
}
