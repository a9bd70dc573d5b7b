/** Backwards and forwards through a list by cursor, and how much there is. */
import type { VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { ButtonLink } from './button.tsx'

export interface PagerProps {
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
  readonly range?: { readonly from: number; readonly to: number; readonly total: number } | undefined
}

export function Pager({ previousHref, nextHref, range, view: { t } }: PagerProps & Viewed): VNode {
  return (
    <nav class="sso-pager" aria-label={t.panel.pages}>
      <span>{range === undefined ? null : t.panel.range(range)}</span>
      <span class="sso-pager-links">
        {previousHref === undefined ? null : (
          <ButtonLink look="secondary" href={previousHref}>
            {t.panel.previous}
          </ButtonLink>
        )}
        {nextHref === undefined ? null : (
          <ButtonLink look="secondary" href={nextHref}>
            {t.panel.next}
          </ButtonLink>
        )}
      </span>
    </nav>
  )
}
