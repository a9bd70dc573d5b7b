/** Escapes each value for its position in the markup. Throws where no value is safe, such as in a script. */

import { isValidElement, type VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { safeUrl } from '../ui/view.ts'

// A symbol, so that no JSON data can pass as markup.
const MARKUP = Symbol('markup')

/** Markup from `html` or `layout`; it is not escaped again. */
export interface Html {
  /** The markup as text. */
  readonly [MARKUP]: string
  /** Returns the markup as text. */
  toString(): string
}

/** A VNode for any component, regardless of its props. */
export type AnyVNode = VNode<any>
/** A value in a template. Null, undefined, and booleans print nothing; arrays print their items. */
export type HtmlValue = string | number | boolean | null | undefined | Html | AnyVNode | readonly HtmlValue[]
/** Template tag for markup. @throws TypeError where no value is safe, such as in a script */
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

/** The markup in a view's result; undefined if the result is not markup. */
export function markupOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (isHtml(value)) return value[MARKUP]
  return isVNode(value) ? renderToString(value) : undefined
}

const isVNode = (value: unknown): value is AnyVNode => typeof value === 'object' && isValidElement(value)

/** Attributes whose values are URLs. */
const ADDRESSES = /^(?:href|xlink:href|src|action|formaction|poster|data|cite)$/i
/** Attributes whose values are scripts, styles, or pages. */
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
  // If this template contains no tag, its text may be an attribute that is later inserted into one.
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
  // If the text before the value already contains the scheme or a delimiter, the value cannot change the scheme.
  if (!ADDRESSES.test(name) || /[:/?#]/.test(start)) return escaped(text)
  const address = safeUrl(start + text) ?? '#'
  return escaped(start === '' || address === '#' ? address : text)
}

/** The unfinished part at the end of the text. Skips complete comments, tags, scripts, and style sheets in one pass. */
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
