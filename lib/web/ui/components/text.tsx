import { clockTime, exactTime, momentWords, relativeTime, shortAgo } from '../texts/format/time.ts'
import { type ComponentChildren, type HasView, safeUrl, type VNode } from '../view.ts'

/** A link to an untrusted URL. If the URL is neither http nor https, it is shown as plain text. */
export interface LinkProps {
  readonly href: string
  readonly class?: string
  readonly newTab?: boolean
  /** Language of both the target page and the link text. */
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

interface DateTimeProps {
  readonly at: Date
  /** `clock`: only the time of day, for a time in the next hours. */
  readonly style?: 'relative' | 'exact' | 'clock'
}

/** A time in words and in UTC. With scripts, browsers show it in the user's time zone. */
export function DateTime({ at, style = 'relative' }: DateTimeProps, { view }: HasView): VNode {
  const exact = exactTime(view.locale, at)
  const inWords = style === 'clock' ? `${clockTime(view.locale, at)} UTC` : momentWords(view.locale, at, view.now)
  return (
    <time dateTime={at.toISOString()} title={exact} data-sso-time={style}>
      {style === 'exact' ? exact : inWords}
    </time>
  )
}

/** A countdown ("in 12 minutes"). Not a live region, because screen readers would announce it every second. */
export function Countdown({ seconds }: { seconds: number }, { view: { t, locale } }: HasView): VNode {
  return (
    <span data-sso-countdown={seconds} data-done={t.common.tryNow}>
      {relativeTime(locale, seconds)}
    </span>
  )
}

const DAY_MS = 86_400_000

/** A time of day in UTC, for lists grouped by day. If it is less than a day ago, adds the relative time. */
export function ClockTime({ at }: { at: Date }, { view }: HasView): VNode {
  const { locale, now } = view
  const isRecent = now.getTime() - at.getTime() < DAY_MS
  return (
    <time dateTime={at.toISOString()} title={exactTime(locale, at)}>
      <strong>{clockTime(locale, at)}</strong>
      {isRecent ? <span class="sso-ago">{shortAgo(locale, (now.getTime() - at.getTime()) / 1000)}</span> : null}
    </time>
  )
}

/** Shows a URL as text, from left to right. Lines can break after delimiters. */
export function Address({ text }: { readonly text: string }): VNode {
  const parts = text.split(/(?<=[/?&=#])(?![/?&=#])/)
  return (
    <code dir="ltr" class="sso-uri">
      {parts.map((part, index) => (index === 0 ? part : [<wbr />, part]))}
    </code>
  )
}

/** Color for a state that is shown as one word. The color only repeats what the word means. */
export type Tone = 'neutral' | 'info' | 'ok' | 'warn' | 'danger'

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ComponentChildren }): VNode {
  return <span class={`sso-badge sso-tone-${tone}`}>{children}</span>
}

/** Color of the dot at the start of a list item. The dot's shape and hidden text convey the same meaning. */
export type DotTone = 'ok' | 'danger' | 'info' | 'neutral'

/** @param tone `open`: not done yet */
export function Dot({ tone, label }: { tone: DotTone | 'open'; label: string }): VNode {
  return (
    <span class={`sso-dot sso-dot-${tone}`} title={label}>
      <span class="sso-hidden">{label}</span>
    </span>
  )
}

/** Data for scripts on the page. The browser never runs a data block; `<` is escaped, so no value can end the block. */
export function JsonBlock({ id, data }: { id: string; data: object }): VNode {
  const json = JSON.stringify(data).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return <script type="application/json" id={id} dangerouslySetInnerHTML={{ __html: json }} />
}
