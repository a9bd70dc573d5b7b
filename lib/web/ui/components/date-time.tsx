/** A moment: in words and in UTC from the server, rewritten in the reader's own time zone by app.js. */
import type { VNode } from 'preact'
import { exactTime, momentWords, relativeTime } from '../texts/format/time.ts'
import type { Viewed } from '../view.ts'

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
