/** Adds a client's block to a file. Keeps existing content, which may be the only copy of another client's secret. */
import { parseEnv } from 'node:util'
import type { BlockPart } from '../../domain/clients/blocks/block.ts'

export type Refusal =
  /** The block is a complete document (JSON, for example), so it cannot be appended to a file with content. */
  | { readonly outcome: 'not-empty' }
  | { readonly outcome: 'variable-exists'; readonly name: string }
  /** The file ends inside a quoted value, so the block would be parsed as part of that value. */
  | { readonly outcome: 'open-quote' }

/** @param names variables that the block can set */
export function withPart(
  text: string,
  { kind, text: part }: Pick<BlockPart, 'kind' | 'text'>,
  names: readonly string[],
): { readonly outcome: 'appended'; readonly text: string } | Refusal {
  if (text.trim() === '') return { outcome: 'appended', text: `${part}\n` }
  if (kind === 'file') return { outcome: 'not-empty' }
  const name = names.find((variable) => isSet(variable, text))
  if (name !== undefined) return { outcome: 'variable-exists', name }
  if (opensQuote(text)) return { outcome: 'open-quote' }
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text.endsWith('\n') ? text : text + end
  return { outcome: 'appended', text: `${before}${end}${part.replaceAll('\n', end)}${end}` }
}

/** Recognizes an assignment the way Node.js, dotenv, shells, and Docker do, but not `${NAME:-x}` or a comment. */
const isSet = (name: string, text: string): boolean =>
  new RegExp(`^(?![ \\t]*#).*(?<![\\w.$\\x7b-])${name}[ \\t]*[=:]`, 'm').test(text)

/** Whether the text ends inside quotes: if so, an assignment appended after it is not recognized. */
const opensQuote = (text: string): boolean => !Object.hasOwn(parseEnv(`${text}\nNEXT=x'"\``), 'NEXT')
