/**
 * A file of variables with the block of a client in it: the lines that a block can have are replaced, every other line
 * stays as it is. Read as dotenv and shells both read it; where they differ about a line of the block, it is refused.
 */
import { clientOfFile, isBlockComment } from '../../domain/clients/blocks/block-comments.ts'
import { formatLines } from '../../domain/clients/blocks/environment-block.ts'
import type { EnvironmentFormat } from '../../domain/clients/blocks/formats.ts'

type Unclear = 'open-quote' | 'several-lines' | 'no-assignment'

export type Refusal =
  | { readonly outcome: 'not-understood'; readonly line: number; readonly why: Unclear }
  /** Its secret stands nowhere else: writing over it would lose it. */
  | { readonly outcome: 'another-client'; readonly clientId: string }

export type Merged = { readonly outcome: 'merged'; readonly text: string } | Refusal

const ASSIGNMENT = /^\s*(export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/

/** What is in a file. */
interface Found {
  readonly outcome: 'found'
  /** Lines that stay, and where among them the first line of a block stood. */
  readonly kept: string[]
  readonly place: number | undefined
  /** Values of the block's variables, and their lines. */
  readonly values: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<string, string>
  /** The client that the comment above a block names. */
  readonly whose: string | undefined
  /** `export `, where the file is written for a shell. */
  readonly prefix: string
}

/** The text with the block of this client in the place of the one that is there, or at its end. */
export function withBlock(text: string, block: string, clientId: string, format: EnvironmentFormat = 'env'): Merged {
  const { variables, remarks = [] } = formatLines(format)
  const found = linesOf(
    text,
    variables.map(({ name }) => name),
    remarks,
  )
  if (found.outcome !== 'found') return found
  const { kept, place, values, lines, whose, prefix } = found
  const valueOf = (is: 'client-id' | 'secret'): string =>
    values.get(variables.find((variable) => variable.is === is)?.name ?? '') ?? ''
  const [other, hasSecret] = [valueOf('client-id') || (whose ?? ''), valueOf('secret') !== '']
  if (other !== '' && other !== clientId && hasSecret) return { outcome: 'another-client', clientId: other }
  const end = text.includes('\r\n') ? '\r' : ''
  // A secret of the app itself stays: its sessions are sealed with it.
  const own = new Set(variables.filter(({ name, is }) => is === 'own' && values.get(name)).map(({ name }) => name))
  const fresh = block.split('\n').map((line) => {
    const name = ASSIGNMENT.exec(line)?.[2] ?? ''
    if (own.has(name)) return lines.get(name) ?? line
    return `${/^(?:#|export )/.test(line) ? '' : prefix}${line}${end}`
  })
  const before = place === undefined ? [...trimmed(kept), ...(text.trim() === '' ? [] : [end])] : kept.slice(0, place)
  const after = place === undefined ? [''] : kept.slice(place)
  return { outcome: 'merged', text: [...before, ...fresh, ...after].join('\n') }
}

/** A file that is the block of a client, whole: nothing else that stands there is written over. */
export function wholeFile(
  text: string,
  block: string,
  clientId: string,
): Merged | { readonly outcome: 'something-else' } {
  const owner = clientOfFile(text)
  if (text.trim() === '' || owner === clientId) return { outcome: 'merged', text: `${block}\n` }
  return owner === undefined ? { outcome: 'something-else' } : { outcome: 'another-client', clientId: owner }
}

function linesOf(text: string, names: readonly string[], remarks: readonly string[]): Found | Refusal {
  const mentioned = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const lines = text.split('\n')
  const [kept, values, found] = [[] as string[], new Map<string, string>(), new Map<string, string>()]
  let place: number | undefined
  let whose: string | undefined
  let prefix = ''
  for (let index = 0, last: number | undefined; index < lines.length; index = last + 1) {
    const line = (lines[index] ?? '').replace(/\r$/, '')
    const [, exported = '', name = '', value = ''] = ASSIGNMENT.exec(line) ?? []
    const refused = (why: Unclear): Refusal => ({ outcome: 'not-understood', line: index + 1, why })
    last = name === '' ? index : lastLineOf(lines, index, value)
    if (last === undefined) return refused('open-quote')
    if (names.includes(name)) {
      if (last > index || value.endsWith('\\')) return refused('several-lines')
      if (values.size === 0) prefix = exported
      values.set(name, plain(value))
      found.set(name, lines[index] ?? '')
      place ??= kept.length
    } else if (isBlockComment(line, remarks)) {
      place ??= kept.length
      whose ??= clientOfFile(line)
    } else if (name === '' && !/^\s*#/.test(line) && mentioned.test(line)) return refused('no-assignment')
    else kept.push(...lines.slice(index, last + 1))
  }
  return { outcome: 'found', kept, place, values, lines: found, whose, prefix }
}

/** Without the empty lines at the end. */
function trimmed(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1)
}

/** Where a value ends that begins on this line; undefined when its quote is never closed. */
function lastLineOf(lines: readonly string[], index: number, value: string): number | undefined {
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote === undefined || value.indexOf(quote, 1) !== -1) return index
  const after = lines.slice(index + 1).findIndex((line) => line.includes(quote))
  return after === -1 ? undefined : index + 1 + after
}

function plain(value: string): string {
  const quoted = /^(["'`])(.*?)\1/.exec(value)?.[2]
  return quoted ?? value.replace(/\s+#.*$/, '').trim()
}
