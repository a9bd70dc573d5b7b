/** An address of the portal where there is no page: said inside the frame, so that every section stays in reach. */
import type { VNode } from 'preact'
import type { ErrorBody } from '../../web/pages/error-page-view.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { EmptyState } from '../../web/ui/components/section.tsx'
import { JsonBlock } from '../../web/ui/components/text.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface PortalMissingProps extends InPortal {
  readonly body: ErrorBody
}

export function PortalMissing({ frame, body, view }: PortalMissingProps & Viewed): VNode {
  const { missing, sections } = view.t.portal
  return (
    <PortalPage frame={frame} view={view} title={missing.title}>
      <EmptyState
        icon="search"
        title={missing.what}
        text={missing.text}
        action={
          <div class="sso-row">
            <ButtonLink look="secondary" href={`${frame.root}/`}>
              {sections.home}
            </ButtonLink>
          </div>
        }
      />
      <JsonBlock id="sso-error" data={body} />
    </PortalPage>
  )
}
