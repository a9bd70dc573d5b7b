/** Shows lifetimes as bars on a single logarithmic scale, from minutes to months, and in words. */
import { lifeOf } from '../texts/format/life.ts'
import type { HasView, VNode } from '../view.ts'

export interface Lifetime {
  readonly label: string
  /** Maximum idle time, in seconds; absent if there is none. */
  readonly idleSeconds?: number | undefined
  /** Maximum lifetime, in seconds. */
  readonly seconds: number
}

const SCALE_SECONDS = [60, 3600, 86_400, 604_800, 2_592_000]

export function LifetimeBar({ lives }: { lives: readonly Lifetime[] }, { view }: HasView): VNode {
  const longest = Math.max(...SCALE_SECONDS, ...lives.map(({ seconds }) => seconds))
  const at = (seconds: number): number => (Math.log(Math.max(1, seconds)) / Math.log(longest)) * 100
  return (
    <ul class="sso-lives">
      {lives.map(({ label, idleSeconds, seconds }) => (
        <li>
          <span class="sso-lives-label">{label}</span>
          <svg class="sso-bar" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true" focusable="false">
            <rect class="sso-bar-ground" width="100" height="6" />
            <rect class="sso-fill-other" width={at(seconds)} height="6" />
            <rect class="sso-fill-plain" width={at(idleSeconds ?? seconds)} height="6" />
            {SCALE_SECONDS.map((mark) => (
              <line class="sso-gridline" x1={at(mark)} x2={at(mark)} y1="0" y2="6" />
            ))}
          </svg>
          <span class="sso-lives-text">
            {idleSeconds === undefined
              ? lifeOf(view.locale, seconds)
              : view.t.panel.idleAndAll({ idle: lifeOf(view.locale, idleSeconds), all: lifeOf(view.locale, seconds) })}
          </span>
        </li>
      ))}
    </ul>
  )
}
