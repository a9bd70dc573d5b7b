import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { CONFIG_ISSUES, type ConfigIssueCode } from '../../config/issues/config-error.ts'
import type { Explanation } from '../../domain/audit/explanations.ts'
import { uriDifference } from '../../domain/audit/uri-difference.ts'
import { ENGLISH_ADVICE } from '../../web/ui/texts/issues.ts'
import { json } from '../terminal/command.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

/** Maximum number of candidates to list for an ambiguous ID prefix. */
const CANDIDATES = 8

export const explainCommand = command('explain', async (args, terminal) => {
  const word = args.only('request ID, error_ref, or code of a configuration issue')
  const print = (data: object, text: string): 0 => {
    terminal.out(args.flag('json') ? json(data) : text)
    return 0
  }
  if (Object.hasOwn(CONFIG_ISSUES, word)) {
    const meaning = CONFIG_ISSUES[word as ConfigIssueCode]
    return print({ code: word, meaning }, meaning)
  }
  if (isReference(word)) {
    const { description } = REFERENCES[word]
    const advice = ENGLISH_ADVICE[word]
    return print({ error_ref: word, description, advice }, `${sentence(description)}\n${advice}`)
  }
  return withStore(terminal, async ({ explanations }) => {
    const whole = await explanations.find(word)
    const candidates = whole === undefined ? await explanations.beginningWith(word, CANDIDATES + 1) : [whole]
    const [found, ...others] = candidates
    if (found === undefined) terminal.err('request not found: only refused requests are stored, for seven days')
    else if (others.length > 0)
      terminal.err(['several request IDs start with this:', ...linesOf(candidates)].join('\n'))
    else return print(found, textOf(found))
    return 1
  })
})

const linesOf = (candidates: readonly Explanation[]): readonly string[] => [
  ...candidates.slice(0, CANDIDATES).map(lineOf),
  ...(candidates.length > CANDIDATES ? ['  and others; enter more characters of the ID'] : []),
]

const lineOf = ({ requestId, at, ref }: Explanation): string =>
  `  ${requestId}  ${new Date(at).toISOString()}  ${ref ?? ''}`.trimEnd()

function textOf(explanation: Explanation): string {
  const { at, route, status, error, ref, client, user, address, steps, facts } = explanation
  const { redirect_uri_sent: sent, redirect_uri_registered: registered, ...others } = facts
  const areUris = typeof sent === 'string' && typeof registered === 'string'
  const heads = Object.entries({ client, user, from: address, ...others })
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => [name, name === 'wait_until' ? new Date(Number(value)).toISOString() : String(value)] as const,
    )
  const width = Math.max(...heads.map(([name]) => name.length))
  return [
    `${new Date(at).toISOString()}  ${route}  ${status}${error === undefined ? '' : `  ${error} (${ref ?? 'no reference'})`}`,
    ...heads.map(([name, value]) => `${name.padEnd(width)}  ${value}`),
    '',
    ...steps.map(({ step, found }) => `  ${sentence(`${step}: ${found}`)}`),
    ...causeOf(explanation).map((cause) => `  ${sentence(`refused: ${cause}`)}`),
    ...(areUris ? ['', ...uriDifference(sent, registered).lines] : []),
    ...(isReference(ref) ? ['', ENGLISH_ADVICE[ref]] : []),
  ].join('\n')
}

/** The recorded cause, unless one of the steps already mentions it. */
function causeOf({ detail, ref, steps }: Explanation): readonly string[] {
  const cause = detail ?? (isReference(ref) ? REFERENCES[ref].description : undefined)
  return cause === undefined || steps.some(({ found }) => found.includes(cause)) ? [] : [cause]
}

const isReference = (ref: string | undefined): ref is ErrorRef => ref !== undefined && Object.hasOwn(REFERENCES, ref)

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
