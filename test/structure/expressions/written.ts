import { resolve } from 'node:path'
import { type Node, SyntaxKind } from 'typescript/unstable/ast'
import { API } from 'typescript/unstable/sync'
import { readSource, sourceFiles } from '../sources.ts'

export interface Written {
  readonly file: string
  readonly expression: RegExp
}

const REPEATS = /(?:^|[^\\])(?:\\\\)*[*+{]/

/** Every regular expression of the product with a repetition, from TypeScript's parser. */
export function writtenExpressions(): readonly Written[] {
  const api = new API({ cwd: process.cwd() })
  try {
    const [project] = api.updateSnapshot({ openProjects: [resolve('tsconfig.json')] }).getProjects()
    return sourceFiles(['lib', 'adapters', 'policies', 'examples']).flatMap((file) => {
      const text = readSource(file)
      // Parsing a file without an expression would take most of the time.
      if (!/\/.*[*+{].*\/|RegExp\(/.test(text)) return []
      const source = project?.program.getSourceFile(resolve(file))
      if (source === undefined) throw new Error(`${file} is not part of tsconfig.json`)
      return expressionsIn(source, text).flatMap((expression) =>
        REPEATS.test(expression.source) ? [{ file, expression }] : [],
      )
    })
  } finally {
    api.close()
  }
}

function expressionsIn(source: Node, text: string): readonly RegExp[] {
  const found: RegExp[] = []
  const written = (node: Node): string => text.slice(node.pos, node.end).trim()
  const visit = (node: Node): void => {
    if (node.kind === SyntaxKind.RegularExpressionLiteral) {
      const [, pattern = '', flags] = /^\/(.*)\/([a-z]*)$/s.exec(written(node)) ?? []
      found.push(new RegExp(pattern, flags))
    }
    const [, pattern, flags] =
      node.kind === SyntaxKind.NewExpression
        ? (/^new RegExp\(\s*(.+?)(?:,\s*'([a-z]*)',?)?\s*\)$/s.exec(written(node)) ?? [])
        : []
    if (pattern !== undefined) found.push(new RegExp(composed(pattern, text), flags))
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

/** The text of a template with the file's constants; a word replaces values that are unknown here. */
function composed(template: string, text: string): string {
  const constant = (name: string): string =>
    new RegExp(`const ${name} = (?:String\\.raw)?['\`](.*)['\`]$`, 'm').exec(text)?.[1] ?? 'word'
  const [, content = 'word'] = /^`(.*)`$/s.exec(template.trim()) ?? []
  return content.replace(/\$\{([^}]*)\}/g, (_, name: string) => constant(name)).replaceAll('\\\\', '\\')
}
