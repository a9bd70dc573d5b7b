/** What is different: each field before and after, side by side, with what went and what came marked. */
import type { VNode } from 'preact'
import { Table } from '../../../web/ui/components/table.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import type { EntryChange } from './activity-entry-props.ts'

export function ActivityEntryChanges({ changes, view }: { changes: readonly EntryChange[] } & Viewed): VNode {
  const t = view.t.operations.entry
  return (
    <Table<EntryChange>
      view={view}
      caption={t.changes}
      prose
      rows={changes}
      columns={[
        { label: t.field, cell: ({ field, label }) => label ?? <code>{field}</code> },
        {
          label: t.before,
          cell: ({ before, after }) => <Values values={before} others={after} as="del" view={view} />,
        },
        { label: t.after, cell: ({ before, after }) => <Values values={after} others={before} as="ins" view={view} /> },
      ]}
    />
  )
}

interface ValuesProps {
  readonly values: readonly string[]
  /** Those on the other side. */
  readonly others: readonly string[]
  readonly as: 'del' | 'ins'
}

function Values({ values, others, as: Mark, view }: ValuesProps & Viewed): VNode {
  if (values.length === 0) return <span class="sso-muted">{view.t.panel.none}</span>
  return (
    <ul class="sso-values">
      {values.map((value) => (
        <li>
          <bdi>{others.includes(value) ? value : <Mark>{value}</Mark>}</bdi>
        </li>
      ))}
    </ul>
  )
}
