/** The users that a rule about two-step verification would stop: the current rule, or a different one. */
import type { RequiredOf } from '../../../../policies/second-factor.ts'
import { Who, type WhoView } from '../../../web/ui/components/apps.tsx'
import { type Option, Select } from '../../../web/ui/components/choice.tsx'
import { Button } from '../../../web/ui/components/form.tsx'
import { Banner, EmptyState, Section, Stat } from '../../../web/ui/components/section.tsx'
import { Pager, type PagerProps, Table } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { dayName, listOf } from '../../../web/ui/texts/format/time.ts'
import { type HasView, isolate, rich, safeUrl, type View, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

/** Users to list: all who would be stopped, those without an email address, in a grace, of an app, or with a role. */
export type PlanList = 'stopped' | 'no-email' | 'grace' | 'app' | 'role'

/** An app or a role, with the number of users who would be stopped. */
export interface PlanPart {
  readonly name: string
  readonly count: number
  readonly href: string
}

export interface FactorPlanProps extends Framed, PagerProps {
  /** The configured rule. */
  readonly current: { readonly require: RequiredOf; readonly from?: Date | undefined }
  /** The rule that was chosen in the form; empty for the current rule. */
  readonly rule: string
  readonly roles: readonly string[]
  readonly counts: Readonly<Record<'stopped' | 'haveFactor' | 'grace' | 'withoutEmail', number>>
  readonly hrefs: Readonly<Record<'stopped' | 'grace' | 'withoutEmail', string>>
  readonly lastAdministrator?: WhoView | undefined
  readonly list: PlanList
  /** The app or role of the list. */
  readonly named: string
  readonly users: readonly WhoView[]
  readonly apps: readonly PlanPart[]
  readonly byRole: readonly PlanPart[]
  /** Number of apps and roles that are not shown. */
  readonly more: { readonly apps: number; readonly roles: number }
}

export function FactorPlan(props: FactorPlanProps, { view }: HasView): VNode {
  const { frame, current, counts, hrefs, lastAdministrator: last, list, named, users, apps, byRole, more } = props
  const { plan: t } = view.t.factors
  const number = new Intl.NumberFormat(view.locale)
  const who = whoWords(current.require, view)
  const title = list === 'app' || list === 'role' ? t.lists[list]({ name: isolate(named) }) : t.lists[list]
  return (
    <AdminPage
      section="users"
      title={view.t.factors.users.section}
      lead={
        current.from === undefined
          ? t.current({ who })
          : t.currentFrom({ who, date: dayName(view.locale, current.from, view.now) })
      }
      crumbs={[{ label: view.t.users.title, href: `${frame.root}/users` }]}
    >
      <p>{rich(t.how, { setting: <code dir="ltr">login.secondFactor</code>, tab: view.t.client.tabs.scopes })}</p>
      <RuleForm {...props} />
      {last === undefined ? null : (
        <Banner tone="warn">
          {rich(t.lastAdministrator, { user: <Link href={last.href ?? ''}>{last.name}</Link> })}
        </Banner>
      )}
      <div class="sso-stats">
        <Stat label={t.lists.stopped} value={number.format(counts.stopped)} href={hrefs.stopped} />
        <Stat label={t.lists['no-email']} value={number.format(counts.withoutEmail)} href={hrefs.withoutEmail} />
        <Stat label={t.lists.grace} value={number.format(counts.grace)} href={hrefs.grace} />
      </div>
      <p class="sso-hint">{t.haveFactor({ count: counts.haveFactor })}</p>
      <Section id="users" title={title}>
        {users.length === 0 ? (
          <EmptyState icon="shield" title={t.none} />
        ) : (
          <>
            <Table
              caption={title}
              rows={users}
              columns={[{ label: t.user, cell: (user) => <Who who={user} /> }]}
              compact
            />
            <Pager {...props} />
          </>
        )}
      </Section>
      <div class="sso-columns">
        <Parts id="apps" title={t.byApp} of={t.app} rows={apps} more={more.apps} />
        <Parts id="roles" title={t.byRole} of={view.t.users.roles.role} rows={byRole} more={more.roles} />
      </div>
    </AdminPage>
  )
}

function whoWords(require: RequiredOf, view: View): string {
  const { who } = view.t.factors.plan
  return typeof require === 'string'
    ? who[require]
    : who.roles({ roles: listOf(view.locale, require.roles.map(isolate)) })
}

function RuleForm({ frame, rule, roles }: FactorPlanProps, { view }: HasView): VNode {
  const { plan: t } = view.t.factors
  const options: readonly Option[] = [
    { value: '', label: t.currentRule },
    ...(['administrators', 'everybody'] as const).map((value) => ({ value, label: t.who[value] })),
    ...roles.map((role) => ({ value: `role:${role}`, label: t.who.role({ role: isolate(role) }) })),
  ]
  return (
    <form
      class="sso-day-fields"
      method="get"
      action={safeUrl(`${frame.root}/two-step-verification`)}
      aria-label={t.choose}
    >
      <Select id="rule" label={t.choose} value={rule} options={options} />
      <Button look="secondary">{t.show}</Button>
    </form>
  )
}

interface PartsProps {
  readonly id: string
  readonly title: string
  readonly of: string
  readonly rows: readonly PlanPart[]
  readonly more: number
}

function Parts({ id, title, of, rows, more }: PartsProps, { view }: HasView): VNode | null {
  if (rows.length === 0) return null
  return (
    <Section id={id} title={title}>
      <Table<PlanPart>
        caption={title}
        rows={rows}
        columns={[
          { label: of, fit: 'main', cell: ({ name }) => <bdi>{name}</bdi> },
          {
            label: view.t.users.title,
            cell: ({ count, href }) => <Link href={href}>{view.t.users.roles.count({ count })}</Link>,
          },
        ]}
      />
      {more === 0 ? null : <p class="sso-fine">{view.t.client.access.more({ count: more })}</p>}
    </Section>
  )
}
