/**
 * A file of variables with the block of a client in it: the lines that a block can have are replaced, every other line
 * stays as it is. Read as dotenv and shells both read it; where they differ about a line of the block, it is refused.
 */
import { ENVIRONMENT_NAMES, isBlockComment } from '../../domain/clients/environment-block.ts'

type Unclear = 'open-quote' | 'several-lines' | 'no-assignment'

export type Refusal =
  | { readonly outcome: 'not-understood'; readonly line: number; readonly why: Unclear }
  /** Its secret stands nowhere else: writing over it would lose it. */
  | { readonly outcome: 'another-client'; readonly clientId: string }

export type Merged = { readonly outcome: 'merged'; readonly text: string } | Refusal

const NAMES: readonly string[] = ENVIRONMENT_NAMES
const ASSIGNMENT = /^\s*(export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/
const MENTIONED = new RegExp(`\\b(?:${NAMES.join('|')})\\b`)

/** What is in a file. */
interface Found {
  readonly outcome: 'found'
  /** Lines that stay, and where among them the first line of a block stood. */
  readonly kept: string[]
  readonly place: number | undefined
  /** Values of the block's variables. */
  readonly values: ReadonlyMap<string, string>
  /** `export `, where the file is written for a shell. */
  readonly prefix: string
}

/** The text with the block of this client in the place of the one that is there, or at its end. */
export function withBlock(text: string, block: string, clientId: string): Merged {
  const found = linesOf(text)
  if (found.outcome !== 'found') return found
  const { kept, place, values, prefix } = found
  const other = values.get('OIDC_CLIENT_ID') ?? ''
  const hasSecret = (values.get('OIDC_CLIENT_SECRET') ?? '') !== ''
  if (other !== '' && other !== clientId && hasSecret) return { outcome: 'another-client', clientId: other }
  const end = text.includes('\r\n') ? '\r' : ''
  const fresh = block.split('\n').map((line) => `${line.startsWith('#') ? '' : prefix}${line}${end}`)
  const before = place === undefined ? [...trimmed(kept), ...(text.trim() === '' ? [] : [end])] : kept.slice(0, place)
  const after = place === undefined ? [''] : kept.slice(place)
  return { outcome: 'merged', text: [...before, ...fresh, ...after].join('\n') }
}

function linesOf(text: string): Found | Refusal {
  const lines = text.split('\n')
  const [kept, values] = [[] as string[], new Map<string, string>()]
  let place: number | undefined
  let prefix = ''
  for (let index = 0, last: number | undefined; index < lines.length; index = last + 1) {
    const line = (lines[index] ?? '').replace(/\r$/, '')
    const [, exported = '', name = '', value = ''] = ASSIGNMENT.exec(line) ?? []
    const refused = (why: Unclear): Refusal => ({ outcome: 'not-understood', line: index + 1, why })
    last = name === '' ? index : lastLineOf(lines, index, value)
    if (last === undefined) return refused('open-quote')
    if (NAMES.includes(name)) {
      if (last > index || value.endsWith('\\')) return refused('several-lines')
      if (values.size === 0) prefix = exported
      values.set(name, plain(value))
      place ??= kept.length
    } else if (isBlockComment(line)) place ??= kept.length
    else if (name === '' && !/^\s*#/.test(line) && MENTIONED.test(line)) return refused('no-assignment')
    else kept.push(...lines.slice(index, last + 1))
  }
  return { outcome: 'found', kept, place, values, prefix }
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
