/** The users currently signed in to one client, within the search limit. */

import { Who } from '../../../web/ui/components/apps.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { DateTime } from '../../../web/ui/components/text.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'
import type { ReachView } from './operation-view.tsx'

export interface ClientSessionRow {
  readonly subject: string
  readonly user: string
  readonly device: string
  readonly address: string
  readonly joinedAt: Date
  readonly seenAt: Date
  readonly scopes: readonly string[]
}

export interface ClientSessionsProps {
  readonly root: string
  readonly reach: ReachView
  readonly rows: readonly ClientSessionRow[]
}

export function ClientSessions({ root, reach, rows, view }: ClientSessionsProps & Viewed): VNode {
  const { sessions, reach: words } = view.t.clientUse
  const told = (reach.counted === 'all' ? words.now : words.atLeast)(reach)
  return (
    <Section id="sessions" title={sessions.title} lead={rows.length === 0 ? undefined : sessions.lead}>
      {rows.length === 0 ? (
        <p>{reach.counted === 'all' ? sessions.empty : told}</p>
      ) : (
        <>
          <p>
            {told}
            {rows.length < reach.sessions ? (
              <span class="sso-hint"> {sessions.first({ count: rows.length })}</span>
            ) : null}
          </p>
          <Table
            view={view}
            caption={sessions.caption}
            rows={rows}
            columns={[
              {
                label: sessions.user,
                fit: 'main',
                cell: ({ subject, user }) => (
                  <Who who={{ name: user, href: `${root}/sessions?user=${encodeURIComponent(subject)}` }} />
                ),
              },
              {
                label: sessions.device,
                fit: 'text',
                cell: ({ device, address }) => <span title={address}>{device}</span>,
              },
              { label: sessions.joined, cell: ({ joinedAt }) => <DateTime at={joinedAt} view={view} /> },
              { label: sessions.seen, cell: ({ seenAt }) => <DateTime at={seenAt} view={view} /> },
              {
                label: sessions.scopes,
                fit: 'text',
                cell: ({ scopes }) => (
                  <code dir="ltr" title={scopes.join(' ')}>
                    {scopes.join(' ')}
                  </code>
                ),
              },
            ]}
          />
          <p class="sso-fine">{words.howCounted}</p>
        </>
      )}
    </Section>
  )
}
