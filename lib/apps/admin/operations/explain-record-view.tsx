/** The full record of a request in a collapsed section, and a Markdown version for a ticket or an email. */
import { AppName, Who } from '../../../web/ui/components/apps.tsx'
import { CopyField } from '../../../web/ui/components/copy-field.tsx'
import { DescriptionList, type Fact } from '../../../web/ui/components/section.tsx'
import { DateTime, Link } from '../../../web/ui/components/text.tsx'
import { exactTime } from '../../../web/ui/texts/format/time.ts'
import type { ComponentChildren, HasView, View, VNode } from '../../../web/ui/view.ts'
import type { ExplanationDetails } from './explain-props.ts'

const ROWS_MAX = 16

export interface ExplainRecordProps {
  readonly requestId: string
  readonly found: ExplanationDetails
  readonly ticket: string
}

export function ExplainRecord({ requestId, found, ticket }: ExplainRecordProps, { view }: HasView): VNode {
  const t = view.t.operations.explain
  const code = (value: string | undefined): ComponentChildren => value && <code dir="ltr">{value}</code>
  const facts: readonly Fact[] = [
    [t.request, code(requestId)],
    [t.when, <DateTime at={found.at} style="exact" />],
    [t.endpoint, code(found.route)],
    [t.status, String(found.status)],
    [t.error, code(found.error)],
    [t.cause, found.causeHref === undefined ? code(found.ref) : <Link href={found.causeHref}>{code(found.ref)}</Link>],
    [t.detail, found.detail && <bdi>{found.detail}</bdi>],
    [t.sent, code(found.sent)],
    [t.client, found.app && <AppName app={found.app} />],
    [t.user, found.who && <Who who={found.who} />],
    [t.from, <bdi>{found.address}</bdi>],
  ]
  return (
    <details class="sso-fold sso-section">
      <summary>{t.record}</summary>
      <DescriptionList facts={facts} />
      {found.steps.length === 0 ? null : (
        <>
          <h2>{t.steps}</h2>
          <ol class="sso-steps">
            {found.steps.map(({ step, found: what }) => (
              <li>
                <strong>{step}</strong>: <bdi>{what}</bdi>
              </li>
            ))}
          </ol>
        </>
      )}
      <CopyField id="ticket" label={t.ticket} value={ticket} rows={Math.min(ROWS_MAX, ticket.split('\n').length)} />
      {found.activityHref === undefined ? null : (
        <p>
          <Link href={found.activityHref}>{t.related}</Link>
        </p>
      )}
    </details>
  )
}

/** Quotes untrusted input as code, so the ticket system does not render it as markup. */
const quoted = (text: string): string => `\`${text.replaceAll('`', "'")}\``

export function ticketOf(requestId: string, found: ExplanationDetails, verdict: string, { t, locale }: View): string {
  const { explain } = t.operations
  const { at, app, cause, ref, difference, repeats, address, pageHref, causeHref } = found
  const addressOf = (parts: readonly { readonly text: string }[]): string => parts.map(({ text }) => text).join('')
  const lines: readonly (readonly [string, string | undefined])[] = [
    [explain.request, quoted(requestId)],
    [explain.when, exactTime(locale, at)],
    [explain.client, app && [app.name, ...(app.title === undefined ? [] : [quoted(app.title)])].join(' ')],
    [explain.cause, ref && [cause ?? '', quoted(ref)].join(' ').trim()],
    [explain.sent, difference && quoted(addressOf(difference.sent))],
    [explain.registered, difference && quoted(addressOf(difference.registered))],
    [explain.repeats, repeats && explain.often({ count: repeats.total, counted: repeats.counted })],
    [explain.from, quoted(address)],
    [explain.reference, causeHref],
    [explain.page, pageHref],
  ]
  return [
    `## ${verdict.replace(/[\u2066-\u2069\n]/g, '')}`,
    '',
    ...lines.flatMap(([term, value]) => (value === undefined || value === '' ? [] : [`- ${term}: ${value}`])),
  ].join('\n')
}
