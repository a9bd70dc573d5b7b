/** A funnel: a bar for each stage, and the loss since the stage before. The figures contain everything. */
import { percent } from '../texts/format/words.ts'
import type { Viewed, VNode } from '../view.ts'

export interface FunnelStage {
  readonly label: string
  readonly count: number
  /** Only some pass it, such as a second step, so its number is no loss of the others. */
  readonly optional?: boolean
}

export function Funnel({ stages, view }: { stages: readonly FunnelStage[] } & Viewed): VNode {
  const number = new Intl.NumberFormat(view.locale)
  const most = Math.max(1, ...stages.map(({ count }) => count))
  const start = stages[0]?.count ?? 0
  return (
    <ol class="sso-funnel">
      {stages.map(({ label, count, optional = false }) => (
        <li class={optional ? 'sso-funnel-optional' : undefined}>
          <span class="sso-funnel-label">{label}</span>
          <svg class="sso-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="sso-bar-ground" width="100" height="6" />
            <rect class={optional ? 'sso-fill-other' : 'sso-fill-plain'} width={(count / most) * 100} height="6" />
          </svg>
          <span class="sso-funnel-count">
            {number.format(count)}
            {optional || start === 0 ? null : (
              <span class="sso-muted"> {percent(view.locale, Math.min(1, count / start))}</span>
            )}
          </span>
        </li>
      ))}
    </ol>
  )
}
