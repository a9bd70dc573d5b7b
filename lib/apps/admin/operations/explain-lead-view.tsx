/** Below the verdict: when, how often, since when, and whom it hit. */
import type { ComponentChildren, VNode } from 'preact'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { rich } from '../../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../../web/ui/view.ts'
import type { ExplainFound } from './explain-props.ts'

export function ExplainLead({ found, view }: { found: ExplainFound } & Viewed): VNode {
  const facts = factsOf(found, view)
  return (
    <span class="sso-said">
      {facts.map((fact, index) => (
        <>
          {index === 0 ? null : <span aria-hidden="true"> · </span>}
          <span>{fact}</span>
        </>
      ))}
    </span>
  )
}

function factsOf(
  { at, repeats, signIn, isOut, address }: ExplainFound,
  view: Viewed['view'],
): readonly ComponentChildren[] {
  const t = view.t.operations.explain
  const exact = (moment: Date): VNode => <DateTime at={moment} style="exact" view={view} />
  const when = rich(t.refusedAt, { time: exact(at), ago: <DateTime at={at} view={view} /> })
  if (signIn !== undefined) {
    const from = <bdi>{signIn.address ?? address}</bdi>
    return [
      when,
      signIn.count > 1
        ? rich((parts: { address: string }) => t.tries({ ...parts, count: signIn.count, minutes: signIn.minutes }), {
            address: from,
          })
        : rich(t.from_, { address: from }),
      ...(signIn.pausedUntil === undefined ? [] : [rich(t.paused, { time: exact(signIn.pausedUntil) })]),
    ]
  }
  if (repeats === undefined) return [when]
  const { total, counted, users, addresses, firstAt } = repeats
  return [
    when,
    t.often({ count: total, counted }),
    ...(total > 1 ? [rich(t.first, { time: exact(firstAt) })] : []),
    users > 0 ? t.users({ count: users }) : t.addresses({ count: addresses }),
    ...(isOut ? [<strong>{t.isOut}</strong>] : []),
  ]
}
