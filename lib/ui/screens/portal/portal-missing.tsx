/** An address of the portal where there is no page: told inside the shell, so that every section stays in reach. */
import type { VNode } from 'preact'
import { ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { JsonBlock } from '../../components/json-block.tsx'
import type { Viewed } from '../../view.ts'
import type { ErrorBody } from '../auth/error-page.tsx'
import { type InPortal, PortalPage } from './portal-page.tsx'

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
