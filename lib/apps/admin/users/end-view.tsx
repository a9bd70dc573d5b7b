/** The end date of an account: the page that changes it, and badges that show it. */
import { endIn } from '../../../../policies/end-dates.ts'
import { endWords } from '../../../web/ui/components/last-day.tsx'
import { Banner } from '../../../web/ui/components/section.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { DayForm, type DayFormProps } from './day-form-view.tsx'
import { type InTheWayProps, Offboarded } from './in-the-way-view.tsx'
import { BelowUser, type UserHead, userName } from './user-props.tsx'

const SOON_MS = 14 * 86_400_000

/** Set if the account has ended, or ends soon. */
export function endState({ status, until }: UserHead, view: View): readonly ['danger' | 'warn', string] | undefined {
  const { states, end: t } = view.t.users
  if (status === 'ended') return ['danger', states.ended]
  if (until === undefined || (endIn(until) ?? 0) > view.now.getTime() + SOON_MS) return undefined
  return ['warn', t.ends({ date: endWords(view, until) })]
}

export function EndBadge({ user }: { readonly user: UserHead }, { view }: HasView): VNode | null {
  const [tone, text] = endState(user, view) ?? []
  return tone === undefined ? null : <Badge tone={tone}>{text}</Badge>
}

interface UserEndProps extends Framed, DayFormProps {
  readonly user: UserHead
  /** The planned offboarding; it is canceled with the end date. */
  readonly planned: InTheWayProps['offboarded']
}

export function UserEnd({ user, planned, ...day }: UserEndProps, { view }: HasView): VNode {
  const { end: t } = view.t.users
  const ends = day.until === undefined ? undefined : t.ends({ date: endWords(view, day.until) })
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })} wrong={day.wrong !== undefined}>
      {planned === undefined ? null : (
        <Banner>
          <Offboarded offboarded={planned} />
        </Banner>
      )}
      <DayForm
        id="end"
        {...day}
        t={{ ...t, title: t.section, current: ends }}
        endAct={planned === undefined ? undefined : 'cancel'}
      />
    </BelowUser>
  )
}
