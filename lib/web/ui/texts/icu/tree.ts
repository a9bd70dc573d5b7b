/** Texts as they stand in a file: by name, in groups. A name that ends in `@` is a note to translators about the text of that name. */
export type TextTree = { readonly [name: string]: string | readonly string[] | TextTree }

export const isTree = (value: unknown): value is TextTree =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isNote = (name: string): boolean => name.endsWith('@')

/** The same names with what `change` makes of each text, without the notes. */
export function mapTexts<Text>(tree: TextTree, change: (pattern: string, path: string) => Text, path = ''): object {
  const at = (name: string | number): string => (path === '' ? `${name}` : `${path}.${name}`)
  return Object.fromEntries(
    Object.entries(tree)
      .filter(([name]) => !isNote(name))
      .map(([name, value]) => {
        if (typeof value === 'string') return [name, change(value, at(name))]
        if (isTree(value)) return [name, mapTexts(value, change, at(name))]
        return [name, value.map((item, index) => change(item, `${at(name)}.${index}`))]
      }),
  )
}

/** `signIn.title`: where the texts stand. */
export function pathsOf(tree: TextTree, path = ''): readonly string[] {
  return Object.entries(tree)
    .filter(([name]) => !isNote(name))
    .flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`
      return isTree(value) ? pathsOf(value, at) : [at]
    })
}

/** One tree of several files, each of which may have a part of a group. */
export function joinTrees(trees: readonly TextTree[]): TextTree {
  const joined: Record<string, TextTree[string]> = {}
  for (const [name, value] of trees.flatMap((tree) => Object.entries(tree))) {
    const before = joined[name]
    if (before !== undefined && !(isTree(before) && isTree(value))) throw new Error(`the text ${name} is given twice`)
    joined[name] = isTree(before) && isTree(value) ? joinTrees([before, value]) : value
  }
  return joined
}
