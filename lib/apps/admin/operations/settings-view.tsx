/** The effective configuration, grouped, with units. Changed settings come first; unset ones are collapsed. */
import type { Configuration } from '../../../config/configuration.ts'
import { SearchLine } from '../../../web/ui/components/filter.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { LifetimeBar } from '../../../web/ui/components/lifetime-bar.tsx'
import { EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { type Column, Table } from '../../../web/ui/components/table.tsx'
import { Tabs } from '../../../web/ui/components/tabs.tsx'
import { Badge } from '../../../web/ui/components/text.tsx'
import type { HasView, View, VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import {
  type ConnectorRow,
  Connectors,
  type ConnectorView,
  type DisplayText,
  SettingName,
  Shown,
} from './connectors-view.tsx'

export const settingsGroups = [
  'addresses',
  'signIn',
  'tokens',
  'signOut',
  'limits',
  'appearance',
  'keys',
  'audit',
] as const
export type SettingsGroup = (typeof settingsGroups)[number]
export type SettingsTab = SettingsGroup | 'changed'

export interface SettingRow extends ConnectorRow {
  readonly group: SettingsGroup
  /** The default, if the value differs from it. */
  readonly usual?: DisplayText | undefined
  readonly changed: boolean
  readonly source: 'default' | 'env' | 'file' | 'code'
  readonly origin?: string | undefined
}

export interface SettingsProps extends Framed {
  readonly tab: SettingsTab
  readonly tabs: readonly { readonly name: SettingsTab; readonly href: string }[]
  /** Number of settings that differ from their defaults. */
  readonly changed: number
  /** The search text, which applies to all groups. */
  readonly text: string
  readonly rows: readonly SettingRow[]
  readonly lifetimes?: Configuration['lifetimes'] | undefined
  /** External providers. */
  readonly connectors?: readonly ConnectorView[] | undefined
  readonly healthHref: string
}

export function Settings(props: SettingsProps, { view }: HasView): VNode {
  const { frame, tab, tabs, changed, text, rows, lifetimes, connectors, healthHref } = props
  const t = view.t.operations.settings
  const path = `${frame.root}/settings`
  const isSet = (row: SettingRow): boolean => row.value !== undefined
  const [set, unset] = [rows.filter(isSet), rows.filter((row) => !isSet(row))]
  return (
    <AdminPage
      section="settings"
      title={t.title}
      lead={t.lead}
      actions={
        <>
          {frame.sections.includes('roles') ? (
            <ButtonLink href={`${frame.root}/two-step-verification`}>{view.t.factors.users.section}</ButtonLink>
          ) : null}
          <ButtonLink href={healthHref}>{view.t.operations.health.title}</ButtonLink>
        </>
      }
    >
      <SearchLine action={path} label={t.find} query={text} submit={view.t.panel.search} filtered={text !== ''} />
      <Tabs
        label={t.groups}
        tabs={tabs.map(({ name, href }) => ({
          label: name === 'changed' ? t.changedTab({ count: changed }) : t.group[name],
          href,
          current: text === '' && name === tab,
        }))}
      />
      {lifetimes === undefined ? null : <Lives lifetimes={lifetimes} />}
      {rows.length === 0 ? (
        <EmptyState icon="settings" title={text === '' ? t.nothingChanged : t.nothingFound} />
      ) : null}
      {set.length === 0 ? null : <SettingTable rows={set} grouped={text !== '' || tab === 'changed'} />}
      {unset.length === 0 ? null : (
        <details class="sso-fold" open={text !== ''}>
          <summary>{t.unset({ count: unset.length })}</summary>
          <SettingTable rows={unset} grouped={false} />
        </details>
      )}
      {connectors === undefined ? null : <Connectors connectors={connectors} />}
    </AdminPage>
  )
}

function Lives({ lifetimes }: { lifetimes: NonNullable<SettingsProps['lifetimes']> }, { view }: HasView): VNode {
  const t = view.t.operations.settings
  return (
    <Section id="lives" title={t.lifetimes}>
      <LifetimeBar
        lives={[
          { label: t.lives.code, seconds: lifetimes.authorizationCode },
          { label: t.lives.access, seconds: lifetimes.accessToken },
          { label: t.lives.session, idleSeconds: lifetimes.sessionIdle, seconds: lifetimes.sessionAbsolute },
          { label: t.lives.refresh, idleSeconds: lifetimes.refreshTokenIdle, seconds: lifetimes.refreshTokenAbsolute },
        ]}
      />
    </Section>
  )
}

function SettingTable({ rows, grouped }: { rows: readonly SettingRow[]; grouped: boolean }, { view }: HasView): VNode {
  const t = view.t.operations.settings
  return (
    <Table<SettingRow>
      caption={t.caption}
      rows={grouped ? rows.toSorted((a, b) => placeOf(a) - placeOf(b)) : rows}
      prose
      {...(grouped ? { groupOf: (row: SettingRow) => t.group[row.group] } : {})}
      columns={columnsOf(view)}
    />
  )
}

const placeOf = ({ group }: SettingRow): number => settingsGroups.indexOf(group)

function columnsOf(view: View): readonly Column<SettingRow>[] {
  const t = view.t.operations.settings
  return [
    {
      label: t.name,
      cell: SettingName,
    },
    {
      label: t.value,
      cell: ({ value, usual, changed }) => (
        <>
          {value === undefined ? <span class="sso-muted">{t.none}</span> : <Shown shown={value} />}
          {changed ? (
            <>
              {' '}
              <Badge tone="info">{t.changed}</Badge>
            </>
          ) : null}
          {usual === undefined ? null : (
            <span class="sso-sub">
              {t.usually} <Shown shown={usual} />
            </span>
          )}
        </>
      ),
    },
    {
      label: t.source,
      cell: ({ source, origin }) => (
        <>
          {t.sources[source]}{' '}
          {origin === undefined ? null : (
            <code class="sso-sub sso-path" dir="ltr">
              {origin}
            </code>
          )}
        </>
      ),
    },
  ]
}
