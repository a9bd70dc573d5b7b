/** Emails to users, with their outcomes, and a test email that shows the mail server's response. */
import type { EmailKind } from '../../../../policies/emails.ts'
import { Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { Button, ErrorSummary, Field, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime, type Tone } from '../../../web/ui/components/text.tsx'
import { type TriesProps, TryDots } from '../../../web/ui/components/tries.tsx'
import { type HasView, isolate, rich, type View, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { DeliveryTabs, type OutcomeName, OutcomeSegments } from './deliveries-view.tsx'
import { DELIVERY_TONES, type DeliveryState, retryColumns } from './delivery-list-view.tsx'

export interface EmailRow {
  readonly id: string
  readonly kind: EmailKind
  /** Undefined for a test email, because it does not belong to any account. */
  readonly who: WhoView | undefined
  readonly state: DeliveryState
  readonly tries: TriesProps
  /** The mail server's response, or the reason the email was not sent. */
  readonly answer: string | undefined
  readonly createdAt: Date
}

export interface EmailsProps extends Framed, PagerProps {
  readonly rows: readonly EmailRow[]
  readonly outcome: OutcomeName | 'all'
  /** The user whose emails are listed; undefined for all users. */
  readonly user?: { readonly sub: string; readonly name: string } | undefined
  /** The mailer's name; undefined if the deployment does not send email. */
  readonly mailer: string | undefined
  readonly retry: FormTarget
  readonly test: FormTarget
  /** The email address typed for the test, if it is invalid. */
  readonly wrongAddress?: string | undefined
}

export function Emails(props: EmailsProps, { view }: HasView): VNode {
  const { frame, rows, outcome, user, mailer, wrongAddress, nextHref } = props
  const filtered = outcome !== 'all' || user !== undefined
  const t = view.t.operations.emails
  const path = `${frame.root}/emails`
  return (
    <AdminPage
      section="deliveries"
      title={user === undefined ? t.title : t.titleOf({ user: isolate(user.name) })}
      crumbs={user === undefined ? [] : [{ label: t.title, href: path }]}
      wrong={wrongAddress !== undefined}
      wide
      actions={<DeliveryTabs root={frame.root} current="emails" />}
    >
      <ErrorSummary issues={wrongAddress === undefined ? [] : [{ field: 'to', text: t.testMissing }]} />
      {mailer === undefined ? (
        <EmptyState icon="mail" title={t.off} text={t.offHint} />
      ) : (
        <>
          <div class="sso-bar-line">
            <OutcomeSegments
              path={path}
              hidden={user === undefined ? {} : { user: user.sub }}
              outcome={outcome}
              labels={t.outcomes}
            />
            <span class="sso-muted sso-path">{rich(t.mailer, { mailer: <bdi>{mailer}</bdi> })}</span>
          </div>
          {rows.length === 0 ? (
            <EmptyState
              icon="mail"
              title={nextHref !== undefined ? view.t.panel.noneYet : filtered ? t.emptyFiltered : t.empty}
              text={filtered ? undefined : t.emptyHint}
            />
          ) : (
            <>
              <Table<EmailRow> caption={t.caption} rows={rows} columns={columnsOf(props, view)} />
              <p class="sso-fine">{t.hint}</p>
            </>
          )}
          <Pager {...props} />
          {frame.mayChange ? <TestEmail {...props} /> : null}
        </>
      )}
    </AdminPage>
  )
}

function TestEmail({ test, wrongAddress }: EmailsProps, { view }: HasView): VNode {
  const t = view.t.operations.emails
  return (
    <Section id="test" title={t.test}>
      <Form target={test}>
        <Field
          id="to"
          label={t.testTo}
          hint={t.testHint}
          error={wrongAddress === undefined ? undefined : t.testMissing}
          input={{ type: 'email', value: wrongAddress ?? '', autocomplete: 'email', required: true }}
        />
        <div class="sso-row">
          <Button look="secondary">{t.test}</Button>
        </div>
      </Form>
    </Section>
  )
}

function columnsOf({ frame, rows, retry }: EmailsProps, view: View): readonly Column<EmailRow>[] {
  const t = view.t.operations.emails
  const shared = view.t.operations.deliveries
  const tones: Record<DeliveryState, Tone> = DELIVERY_TONES
  const spoken = ({ state, who }: EmailRow): string | undefined =>
    state === 'due' || state === 'failed' ? t.retryOf({ user: isolate(who?.name ?? t.noUser) }) : undefined
  return [
    { label: t.email, cell: ({ kind }) => t.kinds[kind] },
    { label: shared.user, fit: 'text', narrow: 'line', cell: ({ who }) => who && <Who who={who} /> },
    { label: shared.created, narrow: 'end', cell: ({ createdAt }) => <DateTime at={createdAt} /> },
    { label: shared.state, narrow: 'line', cell: ({ state }) => <Badge tone={tones[state]}>{t.states[state]}</Badge> },
    { label: shared.tries, cell: ({ tries }) => <TryDots {...tries} /> },
    {
      label: t.answer,
      fit: 'main',
      narrow: 'line',
      cell: ({ answer }) => answer && <bdi title={answer}>{answer}</bdi>,
    },
    { label: shared.next, cell: ({ tries: { nextAt } }) => nextAt && <DateTime at={nextAt} /> },
    ...(frame.mayChange ? retryColumns(rows, retry, { actions: shared.actions, retry: t.retry }, spoken) : []),
  ]
}
