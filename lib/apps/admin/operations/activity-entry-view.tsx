/** One audit entry: the event, its changes, and related entries. The proof is in a collapsed section. */

import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Banner, EmptyState, Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { type HasView, isolate, type VNode } from '../../../web/ui/view.ts'
import type { EntryChange } from '../shell/activity-rows.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'
import { ActivityEntryFacts, ActivityEntryProof, type EntryDetails } from './activity-entry-facts-view.tsx'

export interface ActivityEntryProps extends Framed {
  /** The entry's position in the trail, taken from the URL. */
  readonly seq: string
  readonly found?: EntryDetails | undefined
}

export function ActivityEntry({ frame, seq, found }: ActivityEntryProps, { view }: HasView): VNode {
  const { entry: t, activity } = view.t.operations
  const list = `${frame.root}/activity`
  const crumbs = [{ label: activity.title, href: list }]
  const name = t.title({ seq: isolate(seq) })
  if (found === undefined) {
    return (
      <AdminPage section="activity" title={name} crumbs={crumbs}>
        <EmptyState
          icon="search"
          title={t.unknown}
          text={t.unknownHint}
          action={
            <ButtonLink look="primary" href={list}>
              {activity.title}
            </ButtonLink>
          }
        />
      </AdminPage>
    )
  }
  const { event, because, changes, seal, chain } = found
  const what = view.t.admin.events[event] ?? event
  return (
    <AdminPage
      section="activity"
      title={because === undefined ? what : activity.detailed({ what, detail: because })}
      crumbs={[...crumbs, { label: name, href: `${list}/${encodeURIComponent(seq)}` }]}
    >
      {seal === 'intact' ? null : <Banner tone="danger">{chain === undefined ? t.seals.broken : t.broken}</Banner>}
      <Section id="facts" title={t.facts}>
        <ActivityEntryFacts found={found} />
      </Section>
      {changes.length === 0 ? null : (
        <Section id="changes" title={t.changes}>
          <ActivityEntryChanges changes={changes} />
        </Section>
      )}
      <Related root={frame.root} found={found} />
      <ActivityEntryProof list={list} seq={seq} found={found} />
    </AdminPage>
  )
}

/** Links to entries with the same request, session, client, or user. */
function Related({ root, found }: { root: string; found: EntryDetails }, { view }: HasView): VNode | null {
  const t = view.t.operations.entry
  const { requestId, sid, client, user, explained } = found
  const about = (name: string, value: string): string => `${root}/activity?${name}=${encodeURIComponent(value)}`
  const links: readonly (readonly [string, string])[] = [
    ...(requestId === undefined || explained === 'not-kept'
      ? []
      : [[t.explanation, `${root}/explain/${encodeURIComponent(requestId)}`] as const]),
    ...(requestId === undefined ? [] : [[t.sameRequest, about('request_id', requestId)] as const]),
    ...(sid === undefined ? [] : [[t.sameSession, about('sid', sid)] as const]),
    ...(client === undefined ? [] : [[t.sameClient, about('client', client.id)] as const]),
    ...(user === undefined ? [] : [[t.sameUser, about('user', user.id)] as const]),
  ]
  if (links.length === 0) return null
  return (
    <Section id="related" title={t.related}>
      <ul class="sso-row">
        {links.map(([label, href]) => (
          <li>
            <ButtonLink href={href}>{label}</ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function ActivityEntryChanges({ changes }: { changes: readonly EntryChange[] }, { view }: HasView): VNode {
  const t = view.t.operations.entry
  return (
    <Table<EntryChange>
      caption={t.changes}
      prose
      rows={changes}
      columns={[
        { label: t.field, cell: ({ field, label }) => label ?? <code>{field}</code> },
        {
          label: t.before,
          cell: ({ before, after }) => <Values values={before} others={after} as="del" />,
        },
        { label: t.after, cell: ({ before, after }) => <Values values={after} others={before} as="ins" /> },
      ]}
    />
  )
}

interface ValuesProps {
  readonly values: readonly string[]
  /** If `values` is the old list, this is the new one, and vice versa. Values in both lists are not marked. */
  readonly others: readonly string[]
  readonly as: 'del' | 'ins'
}

function Values({ values, others, as: Mark }: ValuesProps, { view }: HasView): VNode {
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
