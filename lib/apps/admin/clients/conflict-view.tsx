/** Shown when two administrators edit the same client: both sets of changes, and a choice to overwrite or reload. */

import { Monogram } from '../../../web/ui/components/apps.tsx'
import { Button, ButtonLink, Form, type FormTarget } from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import { type ComponentChildren, type HasView, rich, type VNode } from '../../../web/ui/view.ts'
import type { Framed } from '../shell/frame-view.tsx'
import { ClientFrame, type ClientHead, type ClientTab } from './frame-view.tsx'

export interface FieldChange {
  readonly field: string
  readonly label: string
  /** The previous value, split into lines. Empty if the field was empty. */
  readonly before: readonly string[]
  readonly now: readonly string[]
  readonly mine?: readonly string[] | undefined
}

export interface ClientConflictProps extends Framed {
  readonly client: ClientHead
  readonly tab: ClientTab
  readonly changedBy: string
  readonly changedAt: Date
  readonly theirs: readonly FieldChange[]
  readonly mine: readonly FieldChange[]
  /** Saves this administrator's changes over the current values. */
  readonly form: FormTarget
  readonly reloadHref: string
}

export function ClientConflict(props: ClientConflictProps, { view }: HasView): VNode {
  const { client, tab, changedBy, changedAt, theirs, mine, form, reloadHref } = props
  const { conflict } = view.t.client
  const lines = ({ field }: FieldChange, values: readonly string[] = []): ComponentChildren => {
    if (values.length === 0) return view.t.panel.none
    return values.map((value) => (
      <>
        {field === 'icon' ? <Monogram name={value} icon={value} /> : null}
        <bdi class={field === 'icon' ? 'sso-hidden' : 'sso-line'}>{value}</bdi>
      </>
    ))
  }
  return (
    <ClientFrame client={client} tab={tab}>
      <Banner tone="danger">
        <strong>{conflict.title}.</strong>{' '}
        {rich(conflict.lead, { name: <bdi>{changedBy}</bdi>, when: <DateTime at={changedAt} /> })}
      </Banner>
      <Section id="theirs" title={conflict.theirs}>
        <Table
          caption={conflict.theirs}
          rows={theirs}
          columns={[
            { label: conflict.field, cell: ({ label }) => label },
            { label: conflict.before, cell: (row) => lines(row, row.before) },
            { label: conflict.now, cell: (row) => lines(row, row.now) },
          ]}
        />
      </Section>
      <Section id="yours" title={conflict.yours}>
        {mine.length === 0 ? (
          <p>{conflict.yoursNone}</p>
        ) : (
          <Table
            caption={conflict.yours}
            rows={mine}
            columns={[
              { label: conflict.field, cell: ({ label }) => label },
              { label: conflict.now, cell: (row) => lines(row, row.now) },
              { label: conflict.mine, cell: (row) => lines(row, row.mine) },
            ]}
          />
        )}
        <Form target={form} class="sso-row">
          {mine.length === 0 ? null : <Button>{conflict.overwrite}</Button>}
          <ButtonLink href={reloadHref}>{conflict.reload}</ButtonLink>
        </Form>
      </Section>
    </ClientFrame>
  )
}
