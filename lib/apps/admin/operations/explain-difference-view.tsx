/** The evidence: where two addresses differ, character by character, and what it usually comes from. */
import type { VNode } from 'preact'
import type { UriPart } from '../../../domain/audit/uri-difference.ts'
import { Section } from '../../../web/ui/components/section.tsx'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import type { View, Viewed } from '../../../web/ui/view.ts'
import type { ExplainFound } from './explain-props.ts'

export function ExplainDifference({ found, view }: { found: ExplainFound } & Viewed): VNode | null {
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

function titleOf(difference: NonNullable<ExplainFound['difference']>, view: View): string {
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
