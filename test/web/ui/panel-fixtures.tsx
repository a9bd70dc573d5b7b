/** Pages built from the shell's parts, as the panel and the portal will use them. */
import type { VNode } from 'preact'
import { type AdminFrame, AdminPage, type AdminPageProps } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { Badge } from '../../../lib/web/ui/components/badge.tsx'
import { Banner } from '../../../lib/web/ui/components/banner.tsx'
import { ButtonLink } from '../../../lib/web/ui/components/button.tsx'
import { CopyField } from '../../../lib/web/ui/components/copy-field.tsx'
import { DateTime } from '../../../lib/web/ui/components/date-time.tsx'
import { DayChart } from '../../../lib/web/ui/components/day-chart.tsx'
import { DescriptionList } from '../../../lib/web/ui/components/description-list.tsx'
import { EmptyState } from '../../../lib/web/ui/components/empty-state.tsx'
import { Link } from '../../../lib/web/ui/components/link.tsx'
import { Pager } from '../../../lib/web/ui/components/pager.tsx'
import { Section, Stat } from '../../../lib/web/ui/components/section.tsx'
import { Table } from '../../../lib/web/ui/components/table.tsx'
import { Tabs } from '../../../lib/web/ui/components/tabs.tsx'
import type { Viewed } from '../../../lib/web/ui/view.ts'

const frame: AdminFrame = {
  root: '/admin',
  account: { name: 'Ana Souza', detail: 'ana@example.com' },
  signOut: { action: '/admin/logout', hidden: { csrf: 'token-1' } },
  sections: ['overview', 'clients', 'users', 'sessions', 'activity', 'deliveries', 'keys', 'settings'],
  query: '',
  mayChange: true,
}

export const Page = (props: Omit<AdminPageProps, 'frame'> & Viewed): VNode => <AdminPage frame={frame} {...props} />

const days = Array.from({ length: 30 }, (_, day) => ({
  day: `2026-10-${String(day + 1).padStart(2, '0')}`,
  values: [120 + ((day * 37) % 90), (day * 7) % 23],
}))

export function OverviewPage({ view }: Viewed): VNode {
  return (
    <Page view={view} section="overview" title="Overview">
      <Banner tone="warn">
        <strong>2 deliveries keep failing.</strong> <a href="/admin/deliveries">Look at the deliveries</a>
      </Banner>
      <div class="sso-stats">
        <Stat href="/a" label="Sign-ins, 24 hours" value="1,284" change="112 more than the day before" />
        <Stat href="/b" label="Active sessions" value="412" />
        <Stat href="/c" label="Token errors, 24 hours" value="7" change="3 fewer than the day before" />
        <Stat href="/d" label="Failed deliveries" value="2" />
      </div>
      <DayChart
        view={view}
        id="sign-ins"
        title="Sign-ins per day"
        description="Between 120 and 209 successful sign-ins a day, at most 22 failed."
        series={[
          { label: 'Successful', kind: 'plain' },
          { label: 'Failed', kind: 'refused' },
        ]}
        days={days}
      />
    </Page>
  )
}

interface ClientRow {
  readonly name: string
  readonly id: string
  readonly type: string
  readonly live: boolean
  readonly active: boolean
  readonly owner: string
  readonly last: Date
  readonly count: number
}

const rows: readonly ClientRow[] = [
  {
    name: 'Billing',
    id: 'billing',
    type: 'Server-side',
    live: true,
    active: true,
    owner: 'finance@example.com',
    last: new Date('2026-11-21T14:52:00Z'),
    count: 1284,
  },
  {
    name: 'Payroll',
    id: 'payroll-web',
    type: 'Browser',
    live: true,
    active: false,
    owner: 'staff@example.com',
    last: new Date('2026-11-02T08:00:00Z'),
    count: 88,
  },
  {
    name: 'Quarterly Reconciliation Workbench',
    id: 'quarterly-reconciliation-workbench-staging',
    type: 'Server-side',
    live: false,
    active: true,
    owner: 'a.very.long.address@subsidiary.example.com',
    last: new Date('2025-03-01T08:00:00Z'),
    count: 0,
  },
]

export function ListPage({ view }: Viewed): VNode {
  return (
    <Page
      view={view}
      section="clients"
      title="Clients"
      lead="Apps that sign users in here."
      actions={<ButtonLink href="/admin/clients/new">New client</ButtonLink>}
    >
      <Banner tone="ok" focus>
        Billing was enabled.
      </Banner>
      <Table
        view={view}
        caption="Clients"
        rows={rows}
        columns={[
          {
            label: 'Name',
            sort: { href: '?sort=-name', now: 'ascending' },
            cell: (row) => (
              <>
                <Link href={`/admin/clients/${row.id}`}>{row.name}</Link>
                <code class="sso-sub" dir="ltr">
                  {row.id}
                </code>
              </>
            ),
          },
          { label: 'Type', cell: (row) => row.type },
          {
            label: 'Environment',
            cell: (row) => <Badge tone={row.live ? 'info' : 'warn'}>{row.live ? 'Live' : 'Development'}</Badge>,
          },
          {
            label: 'Status',
            cell: (row) => <Badge tone={row.active ? 'ok' : 'neutral'}>{row.active ? 'Active' : 'Disabled'}</Badge>,
          },
          { label: 'Owner', cell: (row) => row.owner },
          {
            label: 'Last sign-in',
            sort: { href: '?sort=last' },
            cell: (row) => <DateTime at={row.last} view={view} />,
          },
          { label: 'Sign-ins', numeric: true, cell: (row) => row.count },
        ]}
      />
      <Pager view={view} previousHref="?cursor=a" nextHref="?cursor=b" range={{ from: 26, to: 28, total: 51 }} />
    </Page>
  )
}

export function EmptyPage({ view }: Viewed): VNode {
  return (
    <Page view={view} section="clients" title="Clients">
      <EmptyState
        icon="app"
        title="Register your first app"
        text="You’ll need its name, an owner’s email and its callback URL."
        action={<ButtonLink href="/new">New client</ButtonLink>}
      />
      <EmptyState
        icon="search"
        title={view.t.panel.noMatch({ what: 'clients', query: 'bil' })}
        action={<Link href="/admin/clients">{view.t.panel.clearFilters}</Link>}
      />
    </Page>
  )
}

export function DetailPage({ view }: Viewed): VNode {
  return (
    <Page
      view={view}
      section="clients"
      title="Billing"
      crumbs={[{ label: 'Clients', href: '/admin/clients' }]}
      lead={
        <>
          <code dir="ltr">billing</code> <Badge tone="info">Live</Badge> <Badge tone="ok">Active</Badge>
        </>
      }
      actions={
        <ButtonLink look="secondary" href="/env">
          Copy configuration
        </ButtonLink>
      }
    >
      <Tabs
        label="Billing"
        tabs={['Overview', 'Settings', 'Scopes & access', 'Security', 'Lifecycle', 'Activity'].map((label, index) => ({
          label,
          href: `?tab=${index}`,
          current: index === 0,
        }))}
      />
      <div class="sso-columns">
        <Section id="about" title="About">
          <DescriptionList
            facts={[
              { term: 'Owner', value: 'finance@example.com' },
              { term: 'Redirect URI', value: <code dir="ltr">https://billing.example.com/auth/callback</code> },
              { term: 'Last sign-in', value: <DateTime at={new Date('2026-11-21T14:52:00Z')} view={view} /> },
              { term: 'Secret last used', value: view.t.panel.never },
            ]}
          />
        </Section>
        <Section id="secret" title="Client secret" lead="Copy the secret now. You won’t be able to see it again.">
          <CopyField
            view={view}
            id="client-secret"
            label="Client secret"
            value="sso_live_2Jm0Qp8vN4xYb7Rk1Ws5Tz9Uc3Ea6Gd0Hf8Ij2Kl4M"
          />
          <CopyField
            view={view}
            id="environment"
            label="Environment"
            rows={4}
            value={'OIDC_ISSUER=https://sso.example.com\nOIDC_CLIENT_ID=billing\nOIDC_SCOPES="openid profile"'}
          />
        </Section>
      </div>
    </Page>
  )
}
