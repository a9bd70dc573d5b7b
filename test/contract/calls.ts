/** Calls to a store as the author of an adapter reads them: `families.replace("f", "one", "two") → "replaced"`. */
import type { StoreCall } from '../support/watched-storage.ts'

/** Longer texts get a number, so that a reader can tell which are the same. */
const LONGEST = 20

export type CallTexts = ReturnType<typeof callTexts>

export function callTexts() {
  const names = new Map<string, string>()
  const nameOf = (text: string): string => {
    const kind = /^[{[]/.test(text) ? 'record' : 'id'
    const number = [...names.values()].filter((one) => one.startsWith(kind)).length + 1
    const name = names.get(text) ?? `${kind} ${number}`
    names.set(text, name)
    return name
  }
  /** Without members that are false, 0 or missing. */
  function shown(value: unknown): string {
    if (value === undefined) return 'nothing'
    if (typeof value === 'string') return value.length > LONGEST ? nameOf(value) : JSON.stringify(value)
    if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`
    if (value instanceof Error) return `${value.name}: ${value.message}`
    if (typeof value === 'function') return 'a function'
    if (typeof value !== 'object' || value === null) return String(value)
    const members = Object.entries(value).filter(([, member]) => Boolean(member) || member === '')
    return `{${members.map(([name, member]) => ` ${name}: ${shown(member)}`).join(',')} }`
  }
  return {
    shown,
    call: ({ port, method, given }: StoreCall): string => `${port}.${method}(${given.map(shown).join(', ')})`,
  }
}
