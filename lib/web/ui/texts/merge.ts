import { isTree } from './icu/tree.ts'

/** Overrides texts. Omitted texts stay as they are, and additional ones are ignored. */
export function mergeTexts(base: unknown, over: unknown): unknown {
  if (over === undefined) return base
  if (!isTree(base) || !isTree(over)) return over
  const textOf = (key: string): unknown => mergeTexts(base[key], Object.hasOwn(over, key) ? over[key] : undefined)
  return Object.fromEntries(Object.keys(base).map((key) => [key, textOf(key)]))
}
