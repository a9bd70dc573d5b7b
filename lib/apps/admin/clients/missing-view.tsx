/** The address of a client that is not there (any more). */
import type { VNode } from 'preact'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export function ClientMissing({ frame, id, view }: Framed & { readonly id: string } & Viewed): VNode {
  const { client } = view.t
  const activity = `${frame.root}/activity?client=${encodeURIComponent(id)}`
  return (
    <AdminPage frame={frame} section="clients" view={view} title={client.missingTitle}>
      <EmptyState
        icon="search"
        title={id}
        text={client.missingText}
        action={
          <div class="sso-row">
            <ButtonLink href={`${frame.root}/clients`}>{client.toClients}</ButtonLink>
            <ButtonLink look="secondary" href={activity}>
              {client.tabs.activity}
            </ButtonLink>
          </div>
        }
      />
    </AdminPage>
  )
}
