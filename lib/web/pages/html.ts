/**
 * Markup as a template literal, for pages of the host's own: every value is escaped where it stands. A value where escaping
 * is not enough (a bare attribute, a script, an event handler) is refused, because such a hole is not seen by looking at it.
 */

import { isValidElement, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { safeUrl } from '../ui/view.ts'

// A symbol: no data that came as JSON can pass for markup.
const MARKUP = Symbol('markup')

/** Markup that was made by `html` or `layout`, and is not escaped again. */
export interface Html {
  readonly [MARKUP]: string
  toString(): string
}

/** A VNode of whatever component: its props do not matter here. */
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
const ADDRESSES = /^(?:href|xlink:href|src|action|formaction|poster|data|cite)$/i
/** Attributes whose value is a program, a style or a page. */
const PROGRAMS = /^(?:on.*|style|srcdoc)$/i

const IN_TAG = `(?:[^"'>]|"[^"]*"|'[^']*')*`
const TAG = new RegExp(`<(?=[a-z/!])(?:(script|style)\\b)?${IN_TAG}>`, 'iy')
const PROGRAM_END = { script: /<\/script[^<>]*>/gi, style: /<\/style[^<>]*>/gi } as const
const WHOLE_ATTRIBUTE = /=\s*(?:"[^"]*"|'[^']*')/g
const OPEN_ATTRIBUTE = /(?<![^\s"'<>/=])([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)|'([^']*))$/

function printed(before: string, value: HtmlValue): string {
  if (value === null || value === undefined || typeof value === 'boolean' || value === '') return ''
  if (Array.isArray(value)) return (value as readonly HtmlValue[]).map((item) => printed(before, item)).join('')
  const { element, rest } = openPart(before)
  if (element !== undefined) throw new TypeError(`no value may stand inside a ${element} element`)
  // Attributes may be put together apart from their tag.
  const tag = rest ?? (/[<>]/.test(before) ? undefined : before)
  const attribute = tag === undefined ? null : OPEN_ATTRIBUTE.exec(tag.replace(WHOLE_ATTRIBUTE, ''))
  if (isHtml(value) || isVNode(value)) {
    if (attribute !== null) throw new TypeError('no markup may stand in the value of an attribute')
    return markupOf(value) ?? ''
  }
  const text = String(value)
  if (attribute === null) {
    if (tag?.startsWith('<') === true) throw new TypeError('the value of an attribute must stand in quotes')
    return escaped(text)
  }
  const [, name = '', start = attribute[3] ?? ''] = attribute
  if (PROGRAMS.test(name)) throw new TypeError(`no value may stand in the attribute ${name.toLowerCase()}`)
  // What is written before the value may be the half of a scheme, or settles already where the address leads.
  if (!ADDRESSES.test(name) || /[:/?#]/.test(start)) return escaped(text)
  const address = safeUrl(start + text) ?? '#'
  return escaped(start === '' || address === '#' ? address : text)
}

/** What is open at the end of the text. It is read once: whole comments, tags, scripts and style sheets are skipped. */
function openPart(text: string): { readonly element?: string; readonly rest?: string } {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const isComment = text.startsWith('<!--', at)
    TAG.lastIndex = at
    const tag = isComment ? null : TAG.exec(text)
    const end = isComment ? text.indexOf('-->', at + 4) + 3 : TAG.lastIndex
    if (end < 3 && (isComment || /[a-z/!]/i.test(text.charAt(at + 1)))) return { rest: text.slice(at) }
    at = Math.max(end, at + 1)
    const element = tag?.[1]?.toLowerCase() as keyof typeof PROGRAM_END | undefined
    if (element === undefined) continue
    const program = PROGRAM_END[element]
    program.lastIndex = at
    if (!program.test(text)) return { element }
    at = program.lastIndex
  }
  return {}
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
