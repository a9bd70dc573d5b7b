/** The end date of an account: the page that changes it, and badges that show it. */
import { endIn } from '../../../../policies/end-dates.ts'
import { Badge } from '../../../web/ui/components/text.tsx'
import { dateWords } from '../../../web/ui/texts/format/time.ts'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { DayForm, type DayFormProps } from './day-form-view.tsx'
import { BelowUser, type UserHead, userName } from './user-props.tsx'

/** The last day, for example "31 Jan". */
export const lastDay = ({ locale, now }: View, until: string): string =>
  dateWords(locale, new Date((endIn(until) ?? 0) - 1), now)

const SOON_MS = 14 * 86_400_000

/** Set if the account has ended, or ends soon. */
export function endState({ status, until }: UserHead, view: View): readonly ['danger' | 'warn', string] | undefined {
  const { states, end: t } = view.t.users
  if (status === 'ended') return ['danger', states.ended]
  if (until === undefined || (endIn(until) ?? 0) > view.now.getTime() + SOON_MS) return undefined
  return ['warn', t.ends({ date: lastDay(view, until) })]
}

export function EndBadge({ user }: { readonly user: UserHead }, { view }: HasView): VNode | null {
  const [tone, text] = endState(user, view) ?? []
  return tone === undefined ? null : <Badge tone={tone}>{text}</Badge>
}

export function UserEnd(
  { user, ...day }: Framed & DayFormProps & { readonly user: UserHead },
  { view }: HasView,
): VNode {
  const { end: t } = view.t.users
  const current = day.until === undefined ? undefined : t.ends({ date: lastDay(view, day.until) })
  return (
    <BelowUser user={user} title={t.title({ user: userName(user) })} wrong={day.wrong !== undefined}>
      <DayForm id="end" {...day} t={{ ...t, title: t.section, current }} />
    </BelowUser>
  )
}
