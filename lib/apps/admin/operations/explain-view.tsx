/** Why a request was refused: what was checked, which rule said no, and where two addresses differ. */
import type { VNode } from 'preact'
import type { UriPart } from '../../../domain/audit/uri-difference.ts'
import { DateTime } from '../../../web/ui/components/date-time.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import { EmptyState } from '../../../web/ui/components/empty-state.tsx'
import { Link } from '../../../web/ui/components/link.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface ExplainProps extends Framed {
  readonly requestId: string
  readonly found?:
    | {
        readonly at: Date
        readonly route: string
        readonly status: number
        readonly error?: string | undefined
        readonly ref?: string | undefined
        readonly detail?: string | undefined
        readonly client?: string | undefined
        readonly user?: string | undefined
        readonly address: string
        readonly steps: readonly { readonly step: string; readonly found: string }[]
        readonly difference?: { readonly sent: readonly UriPart[]; readonly registered: readonly UriPart[] } | undefined
        readonly advice?: string | undefined
        readonly explainHref?: string | undefined
      }
    | undefined
}

export function Explain({ frame, requestId, found, view }: ExplainProps & Viewed): VNode {
  const t = view.t.operations.explain
  if (found === undefined) {
    return (
      <AdminPage frame={frame} section="activity" view={view} title={t.title({ id: requestId })}>
        <EmptyState icon="search" title={t.unknown} text={t.unknownHint} />
      </AdminPage>
    )
  }
  const facts: readonly (readonly [string, VNode | string | undefined])[] = [
    [t.when, <DateTime at={found.at} style="exact" view={view} />],
    [t.endpoint, found.route],
    [t.status, String(found.status)],
    [t.error, found.error],
    [
      t.cause,
      found.ref === undefined ? undefined : found.explainHref === undefined ? (
        found.ref
      ) : (
        <Link href={found.explainHref}>{found.ref}</Link>
      ),
    ],
    [t.detail, found.detail],
    [
      t.client,
      found.client === undefined ? undefined : (
        <Link href={`${frame.root}/clients/${found.client}/settings`}>{found.client}</Link>
      ),
    ],
    [t.user, found.user],
    [t.from, found.address],
  ]
  return (
    <AdminPage
      frame={frame}
      section="activity"
      view={view}
      title={t.title({ id: requestId })}
      crumbs={[{ label: view.t.operations.activity.title, href: `${frame.root}/activity` }]}
    >
      <Section id="facts" title={found.error ?? t.status}>
        <DescriptionList
          facts={facts.map(([term, value]) => ({ term, value: value === undefined ? undefined : <bdi>{value}</bdi> }))}
        />
        {found.advice === undefined ? null : (
          <p>
            <strong>{t.advice}:</strong> {found.advice}
          </p>
        )}
      </Section>
      {found.difference === undefined ? null : (
        <Section id="difference" title={t.difference} lead={t.legend}>
          <DescriptionList
            facts={[
              { term: t.sent, value: <Marked parts={found.difference.sent} /> },
              { term: t.registered, value: <Marked parts={found.difference.registered} /> },
            ]}
          />
        </Section>
      )}
      {found.steps.length === 0 ? null : (
        <Section id="steps" title={t.steps}>
          <ol class="sso-steps">
            {found.steps.map(({ step, found: what }) => (
              <li>
                <strong>{step}</strong>: <bdi>{what}</bdi>
              </li>
            ))}
          </ol>
        </Section>
      )}
      <p>
        <Link href={`${frame.root}/activity?request_id=${encodeURIComponent(requestId)}`}>{t.related}</Link>
      </p>
    </AdminPage>
  )
}

function Marked({ parts }: { parts: readonly UriPart[] }): VNode {
  return (
    <code dir="ltr" class="sso-uri">
      {parts.map(({ text, same }) => (same ? text : <mark>{text}</mark>))}
    </code>
  )
}
