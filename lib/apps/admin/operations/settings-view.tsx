/** The configuration in force, each value with its source, and whether the service is well. */
import type { VNode } from 'preact'
import { Badge } from '../../../web/ui/components/badge.tsx'
import { DescriptionList } from '../../../web/ui/components/description-list.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export interface SettingRow {
  readonly name: string
  readonly description: string
  readonly value: string | undefined
  readonly source: 'default' | 'env' | 'file' | 'code'
  readonly origin?: string | undefined
}

export interface SettingsProps extends Framed {
  readonly rows: readonly SettingRow[]
  readonly health: {
    readonly store: string
    readonly storeAnswers: boolean
    readonly keyPresent: boolean
    readonly node: string
    /** This node's clock by the store's; undefined where the store has none of its own. */
    readonly clock?:
      | {
          readonly verdict: 'in-step' | 'ahead' | 'behind'
          readonly seconds: number
          readonly tolerance: number
        }
      | undefined
  }
}

export function Settings({ frame, rows, health, view }: SettingsProps & Viewed): VNode {
  const t = view.t.operations.settings
  return (
    <AdminPage frame={frame} section="settings" view={view} title={t.title} lead={t.lead}>
      <Section id="health" title={t.health}>
        <DescriptionList
          facts={[
            {
              term: t.store,
              value: (
                <>
                  <bdi>{health.store}</bdi>{' '}
                  <Badge tone={health.storeAnswers ? 'ok' : 'danger'}>
                    {health.storeAnswers ? t.reachable : t.unreachable}
                  </Badge>
                </>
              ),
            },
            ...(health.clock === undefined
              ? []
              : [{ term: view.t.operations.clock.title, value: <Clock clock={health.clock} view={view} /> }]),
            {
              term: t.key,
              value: (
                <Badge tone={health.keyPresent ? 'ok' : 'danger'}>{health.keyPresent ? t.present : t.missing}</Badge>
              ),
            },
            { term: 'Node.js', value: health.node },
          ]}
        />
      </Section>
      <Table<SettingRow>
        view={view}
        caption={t.caption}
        rows={rows}
        columns={[
          {
            label: t.name,
            cell: ({ name, description }) => (
              <>
                <code dir="ltr">{name}</code>
                <span class="sso-hint">
                  <span dir="ltr" lang="en">
                    {description}
                  </span>
                </span>
              </>
            ),
          },
          { label: t.value, cell: ({ value }) => (value === undefined ? t.none : <code dir="ltr">{value}</code>) },
          {
            label: t.source,
            cell: ({ source, origin }) => (
              <>
                {t.sources[source]}
                {origin === undefined ? null : (
                  <>
                    {' '}
                    <code dir="ltr">{origin}</code>
                  </>
                )}
              </>
            ),
          },
        ]}
      />
    </AdminPage>
  )
}

function Clock({ clock, view }: { clock: NonNullable<SettingsProps['health']['clock']> } & Viewed): VNode {
  const t = view.t.operations.clock
  if (clock.verdict === 'in-step') return <Badge tone="ok">{t.inStep}</Badge>
  return (
    <>
      <Badge tone="warn">{t.differs}</Badge> {t[clock.verdict](clock)}
    </>
  )
}
