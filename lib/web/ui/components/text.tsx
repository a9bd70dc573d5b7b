import type { ComponentChildren, VNode } from 'preact'
import { clockTime, exactTime, momentWords, relativeTime, shortAgo } from '../texts/format/time.ts'
import type { Viewed } from '../view.ts'
import { safeUrl } from '../view.ts'

/** A link to an address that came from outside; one that is neither http nor https stays plain text. */
export interface LinkProps {
  readonly href: string
  readonly class?: string
  readonly newTab?: boolean
  /** The target is in this language, and so is the link's text. */
  readonly language?: string
  readonly children: ComponentChildren
}

export function Link({ href, newTab, language, children, ...rest }: LinkProps): VNode {
  const safe = safeUrl(href)
  const attributes = { ...rest, ...(language === undefined ? {} : { lang: language }) }
  if (safe === undefined) return <span {...attributes}>{children}</span>
  return (
    <a
      {...attributes}
      href={safe}
      {...(language === undefined ? {} : { hreflang: language })}
      {...(newTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
    >
      {children}
    </a>
  )
}

/** A moment: in words and in UTC from the server, rewritten in the reader's own time zone by app.js. */
export function DateTime({ at, style = 'relative', view }: { at: Date; style?: 'relative' | 'exact' } & Viewed): VNode {
  const exact = exactTime(view.locale, at)
  return (
    <time dateTime={at.toISOString()} title={exact} data-sso-time={style}>
      {style === 'exact' ? exact : momentWords(view.locale, at, view.now)}
    </time>
  )
}

/** How long to wait: "in 12 minutes", counted down by app.js. It is no live region, so screen readers do not announce every second. */
export function Countdown({ seconds, view: { t, locale } }: { seconds: number } & Viewed): VNode {
  return (
    <span data-sso-countdown={seconds} data-done={t.common.tryNow}>
      {relativeTime(locale, seconds)}
    </span>
  )
}

/** A moment of a day that is named elsewhere: by the clock, in UTC, and how long ago while that is less than a day. */

const DAY_MS = 86_400_000

export function ClockTime({ at, view }: { at: Date } & Viewed): VNode {
  const { locale, now } = view
  const isRecent = now.getTime() - at.getTime() < DAY_MS
  return (
    <time dateTime={at.toISOString()} title={exactTime(locale, at)}>
      <strong>{clockTime(locale, at)}</strong>
      {isRecent ? <span class="sso-ago">{shortAgo(locale, (now.getTime() - at.getTime()) / 1000)}</span> : null}
    </time>
  )
}

/** An address that somebody sent or registered: read from left to right, and broken behind its delimiters first. */
export function Address({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(?<=[/?&=#])(?![/?&=#])/)
  return (
    <code dir="ltr" class="sso-uri">
      {parts.map((part, index) => (index === 0 ? part : [<wbr />, part]))}
    </code>
  )
}

/** A state in one word. The colour repeats what the word says. */
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return <span class={`sso-badge sso-tone-${tone}`}>{children}</span>
}

/** A dot before a line of a list. Its shape and a word that is read out repeat what the colour says. */
export type DotTone = 'ok' | 'danger' | 'info' | 'neutral'

/** @param tone `open`: not yet */
export function Dot({ tone, label }: { tone: DotTone | 'open'; label: string }): VNode {
  return (
    <span class={`sso-dot sso-dot-${tone}`} title={label}>
      <span class="sso-hidden">{label}</span>
    </span>
  )
}

/** Data for machines inside a page. A data block is never run; `<` is escaped, so no value can end it. */
export function JsonBlock({ id, data }: { id: string; data: object }): VNode {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
