/** Fills in the lines of a template. Each value is escaped so that it cannot affect the text around it. */

export type Values = Readonly<Record<string, string | undefined>>

/** A placeholder for a value. `{scopes*, }` writes the scopes, separated by `, `. */
export const PLACE = /\{(\w+)(?:\*([^{}]*))?\}/g

/** @param before the template text that precedes the value on the same line */
export type Escape = (value: string, before: string) => string

/**
 * Keeps the sections that apply: `{if name}…{end}` if the value is present, `{unless name}…{end}` if it is absent.
 * Returns undefined if the line consists only of sections that do not apply.
 */
export function withSections(line: string, values: Values): string | undefined {
  const [start = '', ...sections] = line.split(/\{(?=if |unless )/)
  const kept = sections.map((section) => {
    const [body = '', after = ''] = section.split('{end}')
    const [condition = ''] = body.split('}', 1)
    const [word, name] = condition.split(' ') as ['if' | 'unless', string]
    return ((values[name] === undefined) === (word === 'unless') ? body.slice(condition.length + 1) : '') + after
  })
  const text = start + kept.join('')
  return text === '' && line !== '' ? undefined : text
}

/** The line with its values filled in; undefined if any of them is absent. Other braces are literal. */
export function filled(line: string, values: Values, escape: Escape = (value) => value): string | undefined {
  let isWhole = true
  const text = line.replace(PLACE, (place, name: string, between: string | undefined, offset: number) => {
    if (!Object.hasOwn(values, name)) return place
    const [value, before] = [values[name], line.slice(0, offset)]
    if (value === undefined) isWhole = false
    const words = between === undefined ? [value ?? ''] : (value ?? '').split(' ')
    return words.map((word) => escape(word, before)).join(between)
  })
  return isWhole ? text : undefined
}

/** How values are escaped in a file. All supported languages have double-quoted strings with the same escapes. */
export function languageOf(file: string): { readonly comment: '#' | '//'; readonly escape: Escape } {
  const comment = /\.(?:js|ts|go|java)$/.test(file) ? '//' : '#'
  // Dovecot reads the rest of the line literally.
  if (file.endsWith('.ext')) return { comment, escape: oneLine }
  const escape: Escape = (value, before) => {
    if (before.trimStart().startsWith(comment)) return oneLine(value)
    return before.split('"').length % 2 === 0 ? JSON.stringify(value).slice(1, -1) : inert(value)
  }
  return { comment, escape }
}

/** Text in a comment must not end the line or change the text direction. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

/** For a shell, or for code outside quotes: percent-encodes any character that could end a word or a string. */
export const inert = (value: string): string =>
  value.replace(/[^A-Za-z0-9 _./:@%+=,~?&…-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
