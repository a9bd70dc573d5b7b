/**
 * A file of variables with the block of a client in it: the lines that a block can have are replaced, every other line
 * stays as it is. Read as dotenv and shells both read it; where they differ about a line of the block, it is refused.
 */
import { clientOfHeading, isBlockComment } from '../../domain/clients/blocks/block-comments.ts'
import { formatLines } from '../../domain/clients/blocks/environment-block.ts'
import type { EnvironmentFormat } from '../../domain/clients/blocks/formats.ts'

type Unclear = 'open-quote' | 'several-lines' | 'no-assignment'

export type Refusal =
  | { readonly outcome: 'not-understood'; readonly line: number; readonly why: Unclear }
  /** Its secret stands nowhere else: writing over it would lose it. */
  | { readonly outcome: 'another-client'; readonly clientId: string }
  | { readonly outcome: 'unknown-client' }

export type Merged = { readonly outcome: 'merged'; readonly text: string } | Refusal

const ASSIGNMENT = /^\s*(export\s+)?([A-Za-z_][\w.-]*)\s*=(.*)$/

/** What is in a file. */
interface Found {
  readonly outcome: 'found'
  /** Lines that stay, and where among them the first line of a block stood. */
  readonly kept: string[]
  readonly place: number | undefined
  /** Values of the block's variables, and their lines. */
  readonly values: ReadonlyMap<string, string>
  readonly lines: ReadonlyMap<string, string>
  /** Whose each variable is, by the comment above it. */
  readonly owners: ReadonlyMap<string, string | undefined>
  /** A client that a variable of another format names. */
  readonly named: string | undefined
  /** `export `, where the file is written for a shell. */
  readonly prefix: string
}

/** The text with the block of this client in the place of the one that is there, or at its end. */
export function withBlock(text: string, block: string, clientId: string, format: EnvironmentFormat = 'env'): Merged {
  const { variables, remarks = [] } = formatLines(format)
  const found = linesOf(text, { names: variables.map(({ name }) => name), remarks, clientId })
  if (found.outcome !== 'found') return found
  const { kept, place, values, lines, owners, named, prefix } = found
  const nameOf = (is: 'client-id' | 'secret'): string => variables.find((variable) => variable.is === is)?.name ?? ''
  if ((values.get(nameOf('secret')) ?? '') !== '') {
    const owner = values.get(nameOf('client-id')) || (owners.get(nameOf('secret')) ?? named)
    if (owner === undefined) return { outcome: 'unknown-client' }
    if (owner !== clientId) return { outcome: 'another-client', clientId: owner }
  }
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

/** A file that is a block, whole: nothing is written over, since what was changed in it by hand does not show. */
export const wholeFile = (text: string, block: string): Merged | { readonly outcome: 'something-else' } =>
  text.trim() === '' ? { outcome: 'merged', text: `${block}\n` } : { outcome: 'something-else' }

interface Block {
  readonly names: readonly string[]
  readonly remarks: readonly string[]
  readonly clientId: string
}

function linesOf(text: string, { names, remarks, clientId }: Block): Found | Refusal {
  const mentioned = new RegExp(`\\b(?:${names.join('|')})\\b`)
  const lines = text.split('\n')
  const [kept, values, found] = [[] as string[], new Map<string, string>(), new Map<string, string>()]
  const owners = new Map<string, string | undefined>()
  let [place, prefix]: [number | undefined, string] = [undefined, '']
  let [heading, named]: [string | undefined, string | undefined] = [undefined, undefined]
  for (let index = 0, last: number | undefined; index < lines.length; index = last + 1) {
    const line = (lines[index] ?? '').replace(/\r$/, '')
    const [, exported = '', name = '', assigned = ''] = ASSIGNMENT.exec(line) ?? []
    const value = assigned.trimStart()
    const refused = (why: Unclear): Refusal => ({ outcome: 'not-understood', line: index + 1, why })
    last = name === '' ? index : lastLineOf(lines, index, value)
    if (last === undefined) return refused('open-quote')
    heading = clientOfHeading(line) ?? heading
    if (names.includes(name)) {
      if (last > index || value.endsWith('\\')) return refused('several-lines')
      if (values.size === 0) prefix = exported
      values.set(name, plain(value))
      owners.set(name, heading)
      found.set(name, lines[index] ?? '')
      place ??= kept.length
    } else if ((heading === undefined || heading === clientId) && isBlockComment(line, remarks)) {
      place ??= kept.length
    } else if (name === '' && !/^\s*#/.test(line) && mentioned.test(line)) return refused('no-assignment')
    else {
      if (/(?:^|_)CLIENT_ID$/.test(name)) named ??= plain(value) || undefined
      kept.push(...lines.slice(index, last + 1))
    }
  }
  return { outcome: 'found', kept, place, values, lines: found, owners, named, prefix }
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
  return quoted ?? value.replace(/\s#.*$/s, '').trim()
}
