/** Messages as stored in a file, by name and in groups. The note to translators about `title` is named `title@`. */
export type TextTree = { readonly [name: string]: string | readonly string[] | TextTree }

export type Piece =
  | string
  | { readonly kind: 'value'; readonly name: string }
  | { readonly kind: 'number'; readonly name: string }
  | { readonly kind: 'plural' | 'select'; readonly name: string; readonly forms: Forms }

export type Forms = Readonly<Record<string, readonly Piece[]>>

/** Messages with parsed patterns. A message without parameters is a string, and lists contain only strings. */
export type ParsedTexts = { readonly [name: string]: string | readonly Piece[] | ParsedTexts }

export const isTree = (value: unknown): value is ParsedTexts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isNote = (name: string): boolean => name.endsWith('@')

/** Maximum length of a message, in characters. @param note limits the length only if it contains "Max 24 characters" */
export const lengthLimit = (note: unknown): number =>
  Number(/\bMax (\d+) characters\b/.exec(typeof note === 'string' ? note : '')?.[1] ?? Infinity)

/** Paths to the messages, such as `signIn.title`. */
export function pathsOf(tree: ParsedTexts, path = ''): readonly string[] {
  return Object.entries(tree)
    .filter(([name]) => !isNote(name))
    .flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`
      return isTree(value) ? pathsOf(value, at) : [at]
    })
}

/** Merges the trees from several files, each of which can contain part of a group. */
export function joinTrees<Tree extends ParsedTexts>(trees: readonly Tree[]): Tree {
  const joined: Record<string, ParsedTexts[string]> = {}
  for (const [name, value] of trees.flatMap((tree) => Object.entries(tree))) {
    const before = joined[name]
    if (before !== undefined && !(isTree(before) && isTree(value))) throw new Error(`the text ${name} is given twice`)
    joined[name] = isTree(before) && isTree(value) ? joinTrees([before, value]) : value
  }
  return joined as Tree
}
