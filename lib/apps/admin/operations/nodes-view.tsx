/** The running nodes, and their differences from the current one. */

import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { Badge, DateTime } from '../../../web/ui/components/text.tsx'
import { listOf } from '../../../web/ui/texts/format/time.ts'
import type { Viewed, VNode } from '../../../web/ui/view.ts'

export interface NodeRow {
  readonly name: string
  readonly version: string
  readonly startedAt: Date
  readonly isThis: boolean
  readonly differs: readonly string[]
  readonly hasOtherVersion: boolean
  readonly hasWrongClock: boolean
}

export function Nodes({ nodes, view }: { readonly nodes: readonly NodeRow[] } & Viewed): VNode {
  const t = view.t.operations.health
  return (
    <Section id="nodes" title={t.nodes}>
      <Table
        caption={t.nodes}
        prose
        columns={[
          { label: t.name, cell: ({ name }) => <bdi>{name}</bdi> },
          { label: t.version, cell: ({ version }) => <bdi>{version}</bdi> },
          { label: t.started, cell: ({ startedAt }) => <DateTime at={startedAt} view={view} /> },
          { label: t.state, cell: (node) => <State node={node} view={view} /> },
        ]}
        rows={nodes}
        view={view}
      />
    </Section>
  )
}

function State({ node, view }: { readonly node: NodeRow } & Viewed): VNode {
  const t = view.t.operations.health
  const isAlike = node.differs.length === 0 && !node.hasOtherVersion && !node.hasWrongClock
  return (
    <>
      {isAlike ? <Badge tone="ok">{node.isThis ? t.isThis : t.alike}</Badge> : null}
      {node.hasWrongClock ? <Badge tone="danger">{t.wrongClock}</Badge> : null}{' '}
      {node.hasOtherVersion ? <Badge tone="warn">{t.otherVersion}</Badge> : null}{' '}
      {node.differs.length === 0 ? null : (
        <>
          <Badge tone="warn">{t.otherSettings}</Badge> <bdi>{listOf(view.locale, node.differs)}</bdi>
        </>
      )}
    </>
  )
}
