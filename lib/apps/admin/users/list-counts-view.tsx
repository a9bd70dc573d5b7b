/** Above the list: how many users there are, how many are suspended, and the share that has a second step. */
import type { VNode } from 'preact'
import type { UserCounts } from '../../../domain/metrics/overview-counts.ts'
import { Ring } from '../../../web/ui/components/ring.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { percent } from '../../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../../web/ui/view.ts'

export interface ListCountsProps {
  readonly root: string
  readonly counts: UserCounts
}

export function ListCounts({ root, counts, view }: ListCountsProps & Viewed): VNode | null {
  const { total, counted, suspended, secondStep } = counts
  const { users } = view.t
  const t = users.counts
  if (counted === 0) return null
  const share = secondStep.any / counted
  return (
    <div class="sso-list-counts">
      <ul class="sso-plain">
        <li>{users.roles.count({ count: total })}</li>
        {suspended === 0 ? null : (
          <li>
            <Link href={`${root}/users?status=suspended`}>{t.suspended({ count: suspended })}</Link>
          </li>
        )}
        {counted < total ? <li>{t.counted({ count: counted })}</li> : null}
      </ul>
      <Ring share={share} label={percent(view.locale, share)} lines={[t.secondStep({ count: secondStep.any })]} />
    </div>
  )
}
