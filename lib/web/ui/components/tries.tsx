/** Shows attempts and their results, as a row of dots in a list or as a timeline on a page. */
import { spanOf } from '../texts/format/life.ts'
import type { HasView, VNode } from '../view.ts'
import { DateTime, Dot } from './text.tsx'

export interface TryView {
  readonly at: Date
  readonly ok: boolean
  readonly text: string
  readonly ms: number
}

export interface TriesProps {
  /** The attempts that are still stored, oldest first. */
  readonly tries: readonly TryView[]
  /** Total number of attempts. */
  readonly count: number
  /** Time of the next attempt. */
  readonly nextAt?: Date | undefined
}

const DOTS_MAX = 8

export function TryDots({ tries, count, nextAt }: TriesProps, { view }: HasView): VNode {
  const t = view.t.operations.tries
  const shown = tries.slice(-DOTS_MAX)
  const earlier = count - shown.length
  return (
    <span class="sso-tries">
      {earlier > 0 ? <span class="sso-muted">{t.more({ count: earlier })}</span> : null}
      {shown.map(({ ok, text }) => (
        <Dot tone={ok ? 'ok' : 'danger'} label={text} />
      ))}
      {nextAt === undefined ? null : <Dot tone="open" label={t.waits} />}
      {count === 0 && nextAt === undefined ? <span class="sso-muted">{t.none}</span> : null}
    </span>
  )
}

export function Tries({ tries, count, nextAt }: TriesProps, { view }: HasView): VNode {
  const t = view.t.operations.tries
  const earlier = count - tries.length
  return (
    <ol class="sso-try-line">
      {earlier > 0 ? <li class="sso-muted">{t.earlier({ count: earlier })}</li> : null}
      {tries.map(({ at, ok, text, ms }, index) => (
        <li class={ok ? 'sso-try sso-try-ok' : 'sso-try sso-try-failed'}>
          <span class="sso-try-head">
            <strong>{text}</strong>
            <span class="sso-muted">{t.took({ ms })}</span>
          </span>
          <span class="sso-muted">
            <DateTime at={at} style="exact" />
            {index === 0 ? null : ` · ${t.after({ span: waited(tries[index - 1], at, view.locale) })}`}
          </span>
        </li>
      ))}
      {nextAt === undefined ? null : (
        <li class="sso-try sso-try-open">
          <strong>{t.next}</strong>
          <span class="sso-muted">
            <DateTime at={nextAt} style="exact" />
          </span>
        </li>
      )}
      {count === 0 && nextAt === undefined ? <li class="sso-muted">{t.none}</li> : null}
    </ol>
  )
}

const waited = (before: TryView | undefined, at: Date, locale: string): string =>
  spanOf(locale, before === undefined ? 0 : Math.max(0, at.getTime() - before.at.getTime() - before.ms) / 1000)
