/** Existing content never changes: a variable can belong to another client and be the only copy of its secret. */
import { parseEnv } from 'node:util'
import type { BlockPart } from '../../domain/clients/blocks/block.ts'

export type Refusal =
  /** A part that is a complete file needs an empty one. */
  | { readonly outcome: 'not-empty' }
  | { readonly outcome: 'variable-exists'; readonly name: string }
  /** Parsers of the file would read the block as the rest of a value. */
  | { readonly outcome: 'open-quote' }

export type Appended = { readonly outcome: 'appended'; readonly text: string } | Refusal

/** @param names variables that the block can set */
export function withPart(
  text: string,
  { kind, text: part }: Pick<BlockPart, 'kind' | 'text'>,
  names: readonly string[],
): Appended {
  if (text.trim() === '') return { outcome: 'appended', text: `${part}\n` }
  if (kind === 'file') return { outcome: 'not-empty' }
  const name = names.find((variable) => isSet(variable, text))
  if (name !== undefined) return { outcome: 'variable-exists', name }
  if (opensQuote(text)) return { outcome: 'open-quote' }
  const end = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text.endsWith('\n') ? text : text + end
  return { outcome: 'appended', text: `${before}${end}${part.replaceAll('\n', end)}${end}` }
}

/** An assignment, as Node, dotenv, shells and Docker read it; not `${NAME:-x}` or a comment. */
const isSet = (name: string, text: string): boolean =>
  new RegExp(`^(?![ \\t]*#).*(?<![\\w.$\\x7b-])${name}[ \\t]*[=:]`, 'm').test(text)

/** A line with all three quotes would close an open one, and would not be an assignment. */
const opensQuote = (text: string): boolean => !Object.hasOwn(parseEnv(`${text}\nNEXT=x'"\``), 'NEXT')
