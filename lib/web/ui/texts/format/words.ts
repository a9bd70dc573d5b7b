import type { ComponentChildren } from 'preact'
import type { Messages } from '../catalogue.ts'

/** The title of a cause of policies/errors.ts, or the cause itself if it has no text. */
export function causeTitle(ref: string, { t: { errorRefs, errorTitles } }: { readonly t: Messages }): string {
  const explained: Readonly<Record<string, { readonly title: string }>> = errorRefs
  const titles: Readonly<Record<string, string>> = errorTitles
  if (Object.hasOwn(explained, ref)) return explained[ref]?.title ?? ref
  return (Object.hasOwn(titles, ref) ? titles[ref] : undefined) ?? ref
}

/** Makes names distinct, on the screen and for screen readers: each repetition gets a number. */
export function distinct(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

/** "97 %", in the format of the language. Never rounded to 0 % or 100 %: 99.7 % is not 100 %. */
export function percent(locale: string, share: number): string {
  const whole = Math.round(share * 100)
  const shown = share < 1 && whole === 100 ? 99 : share > 0 && whole === 0 ? 1 : whole
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(shown / 100)
}

/**
 * Inserts elements into a catalogue text, which stays one sentence that a translator can reorder. The message function
 * gets markers, which are then replaced. User data never meets the markers.
 */

const START = '\uE000'
const END = '\uE001'

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

/** Isolates the direction of a name in a plain-text sentence, as `<bdi>` does in markup. */
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

/** The text of a scope: built-in, declared by the deployment, or its name. */
export function scopeText(scope: string, { t: { scopes }, declaredScopes = {} }: ScopeTexts): string {
  if (isStandard(scope)) return scopes[scope]
  return Object.hasOwn(declaredScopes, scope) ? (declaredScopes[scope]?.label ?? scope) : scopes.other({ scope })
}

/** An English title as part of a sentence. Other languages have no such initials. */
export const inSentence = (title: string): string =>
  /^(?:The|An?|This|No|Two|Only) /.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title
