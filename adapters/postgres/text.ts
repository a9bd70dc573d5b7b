/**
 * PostgreSQL stores no NUL character, so texts are escaped: U+FFFF, which no text needs, followed by 0 or 1. This keeps
 * the order of all other texts.
 */
const ESCAPE = '\uffff'

export const toText = (text: string): string =>
  text.includes('\0') || text.includes(ESCAPE)
    ? text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`)
    : text

export const fromText = (text: string): string =>
  text.includes(ESCAPE) ? text.replaceAll(`${ESCAPE}0`, '\0').replaceAll(`${ESCAPE}1`, ESCAPE) : text

/** A value of a statement. */
export type Value = string | number | boolean | null | readonly Value[]

export const toValue = (value: Value): Value =>
  typeof value === 'string' ? toText(value) : Array.isArray(value) ? (value as readonly Value[]).map(toValue) : value
