/** Until when the user can still sign in without two-step verification. */
import type { SecondFactorDue } from '../../domain/accounts/second-factor-requirement.ts'
import { Banner } from '../../web/ui/components/section.tsx'
import { Link } from '../../web/ui/components/text.tsx'
import { dayName } from '../../web/ui/texts/format/time.ts'
import type { VNode } from '../../web/ui/view.ts'
import { type InPortal, securityHref } from './frame-view.tsx'

/** Part of a page's props. */
export interface HasDue {
  readonly due?: SecondFactorDue | undefined
}

export function DueBanner({ due }: HasDue, { view, frame }: InPortal): VNode | null {
  if (due === undefined) return null
  const { due: t, home } = view.t.portal
  return (
    <Banner tone="warn">
      {t[due.by]({ date: dayName(view.locale, due.day, view.now) })}{' '}
      <Link href={securityHref(frame)}>{home.safety.secondStepAction}</Link>
    </Banner>
  )
}
