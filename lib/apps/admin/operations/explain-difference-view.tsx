/** The evidence for a denial: two URLs compared character by character, and the usual cause of the difference. */
import type { UriPart } from '../../../domain/audit/uri-difference.ts'
import { Section } from '../../../web/ui/components/section.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import type { ExplanationDetails } from './explain-props.ts'

export function ExplainDifference({ found }: { found: ExplanationDetails }, { view }: HasView): VNode | null {
  const t = view.t.operations.explain
  const { difference, advice, app, cause } = found
  if (difference === undefined && advice === undefined) return null
  return (
    <Section id="difference" title={difference === undefined ? (cause ?? t.advice) : titleOf(difference, view)}>
      {difference === undefined ? null : (
        <dl class="sso-compared">
          <dt>{app === undefined ? t.sent : t.appSent({ app: isolate(app.name) })}</dt>
          <dd>
            <Marked parts={difference.sent} />
          </dd>
          <dt>{t.registered}</dt>
          <dd>
            <Marked parts={difference.registered} />
          </dd>
        </dl>
      )}
      {advice === undefined ? null : (
        <p>
          <strong>{t.usually}</strong> {advice}
        </p>
      )}
    </Section>
  )
}

function titleOf(difference: NonNullable<ExplanationDetails['difference']>, view: View): string {
  const { differences } = view.t.operations.explain
  if (difference.kind === 'case' || difference.kind === 'several') return differences[difference.kind]
  const { kind, text, place } = difference
  return differences[kind]({ text: isolate(text), count: [...text].length, place })
}

function Marked({ parts }: { parts: readonly UriPart[] }): VNode {
  return (
    <code dir="ltr" class="sso-uri">
      {parts.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}
    </code>
  )
}

/** Shown below the verdict: time, count, first occurrence, and affected users. */
export function ExplainLead({ found }: { found: ExplanationDetails }, { view }: HasView): VNode {
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
  { at, repeats, signIn, isOut, address }: ExplanationDetails,
  view: HasView['view'],
): readonly ComponentChildren[] {
  const t = view.t.operations.explain
  const exact = (moment: Date): VNode => <DateTime at={moment} style="exact" />
  const when = rich(t.refusedAt, { time: exact(at), ago: <DateTime at={at} /> })
  if (signIn !== undefined) {
    const from = <bdi>{signIn.address ?? address}</bdi>
    return [
      when,
      signIn.count > 1
        ? rich((parts: { address: string }) => t.tries({ ...parts, count: signIn.count, minutes: signIn.minutes }), {
            address: from,
          })
        : rich(t.from_, { address: from }),
      ...(signIn.lockedUntil === undefined ? [] : [rich(t.locked, { time: exact(signIn.lockedUntil) })]),
    ]
  }
  if (repeats === undefined) return [when]
  const { total, counted, users, addresses, firstAt } = repeats
  return [
    when,
    t.often({ count: total, counted }),
    ...(total > 1 && counted === 'all' ? [rich(t.first, { time: exact(firstAt) })] : []),
    users > 0 ? t.users({ count: users }) : t.addresses({ count: addresses }),
    ...(isOut ? [<strong>{t.isOut}</strong>] : []),
  ]
}
