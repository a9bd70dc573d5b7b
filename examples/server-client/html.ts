/** Markup that escapes every value, except for markup. */
export interface Markup {
  readonly markup: string
}

type Value = string | number | undefined | Markup | readonly Markup[]

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return { markup: parts.reduce((text, part, index) => text + toMarkup(values[index - 1]) + part) }
}

function toMarkup(value: Value): string {
  if (value === undefined) return ''
  if (typeof value === 'object') return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('')
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')
}
