/** A regular expression as a tree, for the syntax that the product uses. The engine itself tests characters. */
export type Node =
  | { readonly is: 'character'; readonly test: RegExp }
  | { readonly is: 'boundary'; readonly test: RegExp }
  | { readonly is: 'reference'; readonly group: number }
  | { readonly is: 'group'; readonly group: number; readonly body: Node }
  | { readonly is: 'look'; readonly behind: boolean; readonly wanted: boolean; readonly body: Node }
  | { readonly is: 'repeat'; readonly min: number; readonly max: number; readonly lazy: boolean; readonly body: Node }
  | { readonly is: 'sequence'; readonly parts: readonly Node[] }
  | { readonly is: 'choice'; readonly of: readonly Node[] }

const QUANTIFIER = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/
const BOUNDARY = /^(?:\^|\$|\\[bB])/
const CHARACTER = /^(?:\[(?:\\[^]|[^\]\\])*\]|\\(?:u\{\w+\}|u\w{4}|x\w{2}|c\w|[pP]\{[^}]*\}|[^])|[^])/u
const OPENING = /^\((?:\?(?:(:)|(<?[=!])|<(\w+)>))?/

/** @throws Error for unsupported syntax */
export function treeOf({ source, flags }: RegExp): Node {
  let [at, groups] = [0, 0]
  const names = new Map<string, number>()
  const plain = flags.replace(/[gy]/g, '')
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const found = pattern.exec(source.slice(at)) ?? undefined
    at += found?.[0].length ?? 0
    return found
  }
  const choice = (): Node => {
    const of = [sequence()]
    while (take(/^\|/) !== undefined) of.push(sequence())
    return of.length === 1 ? (of[0] as Node) : { is: 'choice', of }
  }
  const sequence = (): Node => {
    const parts: Node[] = []
    while (at < source.length && !/^[|)]/.test(source.slice(at))) parts.push(quantified(atom()))
    return { is: 'sequence', parts }
  }
  const quantified = (body: Node): Node => {
    const found = take(QUANTIFIER)
    if (found === undefined) return body
    const [, sign, from, comma, to, lazy] = found
    const min = sign === undefined ? Number(from) : sign === '+' ? 1 : 0
    const max = sign === '?' ? 1 : sign !== undefined || (comma === ',' && to === '') ? Infinity : Number(to || from)
    return { is: 'repeat', min, max, lazy: lazy === '?', body }
  }
  const atom = (): Node => {
    const boundary = take(BOUNDARY)
    if (boundary !== undefined) return { is: 'boundary', test: new RegExp(boundary[0], `${plain}y`) }
    const opening = take(OPENING)
    if (opening === undefined) return character()
    const [, isPlain, look, name] = opening
    const group = isPlain === undefined && look === undefined ? ++groups : 0
    if (name !== undefined) names.set(name, group)
    const body = choice()
    if (take(/^\)/) === undefined) throw new Error(`no end of a group in /${source}/`)
    if (look !== undefined) return { is: 'look', behind: look.startsWith('<'), wanted: look.endsWith('='), body }
    return group === 0 ? body : { is: 'group', group, body }
  }
  const character = (): Node => {
    const reference = take(/^\\(?:([1-9])|k<(\w+)>)/)
    if (reference !== undefined)
      return { is: 'reference', group: Number(reference[1] ?? names.get(reference[2] as string)) }
    return { is: 'character', test: new RegExp(`^(?:${take(CHARACTER)?.[0]})$`, plain.replace('m', '')) }
  }
  const tree = choice()
  if (at !== source.length) throw new Error(`/${source}/ is not understood from ${at}`)
  return tree
}
