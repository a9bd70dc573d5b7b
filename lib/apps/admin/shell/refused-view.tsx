/** A page of the panel that is not there, or not for viewers: said inside the frame, so that every section stays in reach. */
import type { VNode } from 'preact'
import type { ErrorBody } from '../../../web/pages/error-page-view.tsx'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { EmptyState } from '../../../web/ui/components/section.tsx'
import { JsonBlock } from '../../../web/ui/components/text.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from './frame-view.tsx'

export interface PanelRefusedProps extends Framed {
  readonly reason: 'viewer' | 'missing'
  readonly body: ErrorBody
}

export function PanelRefused({ frame, reason, body, view }: PanelRefusedProps & Viewed): VNode {
  const { refused, sections } = view.t.admin
  const { title, what, text } = refused[reason]
  return (
    <AdminPage frame={frame} view={view} title={title}>
      <EmptyState
        icon={reason === 'viewer' ? 'lock' : 'search'}
        title={what}
        text={text}
        action={
          <div class="sso-row">
            <ButtonLink look="secondary" href={`${frame.root}/`}>
              {sections.overview}
            </ButtonLink>
          </div>
        }
      />
      <JsonBlock id="sso-error" data={body} />
    </AdminPage>
  )
}
