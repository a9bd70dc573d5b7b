import type { ComponentChildren } from 'preact'
import type { Messages } from '../catalogue.ts'

/** The title for an error's cause (policies/errors.ts); if there is none, the cause's name. */
export function causeTitle(ref: string, { t: { errorRefs, errorTitles } }: { readonly t: Messages }): string {
  const explained: Readonly<Record<string, { readonly title: string }>> = errorRefs
  const titles: Readonly<Record<string, string>> = errorTitles
  if (Object.hasOwn(explained, ref)) return explained[ref]?.title ?? ref
  return (Object.hasOwn(titles, ref) ? titles[ref] : undefined) ?? ref
}

/** Makes names unique by adding a number to each repeated name, so that users can distinguish them. */
export function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** For example "97 %", formatted for the language. Never rounded to 0 % or 100 %, because 99.7 % is not 100 %. */
export function percent(locale: string, share: number): string {
  const whole = Math.round(share * 100)
  const shown = share < 1 && whole === 100 ? 99 : share > 0 && whole === 0 ? 1 : whole
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(shown / 100)
}

const START = '\uE000'
const END = '\uE001'

/**
 * Inserts elements into a sentence, and lets translators choose their positions. The message function receives only
 * markers, never user data. The elements then replace the markers.
 */
export function rich<Name extends string>(
  message: (parts: Record<Name, string>) => string,
  parts: Record<Name, ComponentChildren>,
): ComponentChildren[] {
  const names = Object.keys(parts) as Name[]
  const markers = Object.fromEntries(names.map((name) => [name, `${START}${name}${END}`])) as Record<Name, string>
  return message(markers)
    .split(START)
    .flatMap((piece, index) => {
      if (index === 0) return [piece]
      const end = piece.indexOf(END)
      return [parts[piece.slice(0, end) as Name], piece.slice(end + 1)]
    })
}

/** Isolates the text direction of a name within a plain-text sentence, as `<bdi>` does in markup. */
export function isolate(name: string): string {
  return `\u2068${name}\u2069`
}

const STANDARD = ['openid', 'profile', 'email', 'roles', 'permissions', 'offline_access'] as const
type Standard = (typeof STANDARD)[number]

const isStandard = (scope: string): scope is Standard => (STANDARD as readonly string[]).includes(scope)

interface ScopeTexts {
  readonly t: Messages
  readonly declaredScopes?: Readonly<Record<string, { readonly label: string }>>
}

/** A scope in words: Portico's own label, the deployment's label, or a message with the scope's name. */
export function scopeText(scope: string, { t: { scopes }, declaredScopes = {} }: ScopeTexts): string {
  if (isStandard(scope)) return scopes[scope]
  return Object.hasOwn(declaredScopes, scope) ? (declaredScopes[scope]?.label ?? scope) : scopes.other({ scope })
}

/** A title for use within a sentence: lowercases the first word, but only in English. */
export const inSentence = (title: string): string =>
  /^(?:The|An?|This|No|Two|Only) /.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
