/**
 * Markup as a template literal, for pages of the host's own: every value is escaped where it stands. A value where escaping
 * is not enough (a bare attribute, a script, an event handler) is refused, because nobody sees such a hole by looking at it.
 */
import { isValidElement } from 'preact'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { safeUrl } from './safe-url.ts'

// A symbol: no data that came as JSON can pass for markup.
const MARKUP = Symbol('markup')

/** Markup that was made by `html` or `layout`, and is not escaped again. */
export interface Html {
  readonly [MARKUP]: string
  toString(): string
}

/** A VNode of whatever component: its props are nobody's business here. */
export type AnyVNode = VNode<any>
export type HtmlValue = string | number | boolean | null | undefined | Html | AnyVNode | readonly HtmlValue[]
export type HtmlTag = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]) => Html

export const html: HtmlTag = (parts, ...values) => {
  let text = parts[0] ?? ''
  values.forEach((value, index) => {
    text += printed(text, value) + (parts[index + 1] ?? '')
  })
  return asHtml(text)
}

export function asHtml(text: string): Html {
  return { [MARKUP]: text, toString: () => text }
}

export function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && MARKUP in value
}

/** Markup of whatever a view may give; undefined for what is none. */
export function markupOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (isHtml(value)) return value[MARKUP]
  return isVNode(value) ? renderToString(value) : undefined
}

const isVNode = (value: unknown): value is AnyVNode => typeof value === 'object' && isValidElement(value)

/** Attributes whose value is an address. */
const ADDRESSES = /^(?:href|src|action|formaction|poster|data|cite)$/i
/** Attributes whose value is a program, a style or a page. */
const PROGRAMS = /^(?:on.*|style|srcdoc)$/i

function printed(before: string, value: HtmlValue): string {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return ''
  if (Array.isArray(value)) return (value as readonly HtmlValue[]).map((item) => printed(before, item)).join('')
  if (isHtml(value) || isVNode(value)) return markupOf(value) ?? ''
  const text = String(value)
  for (const element of ['script', 'style']) {
    const since = before.slice(before.toLowerCase().lastIndexOf(`<${element}`)).toLowerCase()
    const inside = since.startsWith(`<${element}`) && since.includes('>') && !since.includes(`</${element}`)
    if (inside) throw new TypeError(`no value may stand inside a ${element} element`)
  }
  if (before.lastIndexOf('<') <= before.lastIndexOf('>')) return escaped(text)
  const [, name = '', start] = /([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)|'[^']*)$/.exec(before) ?? []
  if (name === '') throw new TypeError('the value of an attribute must stand in quotes')
  if (PROGRAMS.test(name)) throw new TypeError(`no value may stand in the attribute ${name.toLowerCase()}`)
  return escaped(ADDRESSES.test(name) && (start ?? '') === '' ? safeUrl(text) ?? '#' : text)
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
