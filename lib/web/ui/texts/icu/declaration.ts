/** The English texts as a TypeScript type. A missing value, or one of another kind, does not compile. */
import { parametersOf } from './pattern.ts'
import { isNote, isTree, type ParsedTexts } from './tree.ts'

export const declarationOf = (texts: ParsedTexts): string =>
  `{\n${Object.entries(texts)
    .filter(([name]) => !isNote(name))
    .map(([name, text]) => `readonly ${JSON.stringify(name)}: ${typeOf(text)}\n`)
    .join('')}}`

function typeOf(text: ParsedTexts[string]): string {
  if (isTree(text)) return declarationOf(text)
  if (typeof text === 'string') return 'string'
  const parameters = Object.entries(parametersOf(text))
  if (parameters.length === 0) return 'readonly string[]'
  const named = parameters.map(([name, kind]) => `readonly ${name}: ${kind === 'text' ? 'string' : 'number'}`)
  return `(p: { ${named.join('; ')} }) => string`
}
