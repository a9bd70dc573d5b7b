/** A moment of a day that is named elsewhere: by the clock, in UTC, and how long ago while that is less than a day. */
import type { VNode } from 'preact'
import { clockTime, exactTime, shortAgo } from '../texts/format/time.ts'
import type { Viewed } from '../view.ts'

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
