/** An address of the portal where there is no page: said inside the frame, so that every section stays in reach. */
import type { VNode } from 'preact'
import type { ErrorBody } from '../../web/pages/error-page-view.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { Missing } from '../first-party/missing-view.tsx'
import { type InPortal, PortalPage } from './frame-view.tsx'

export interface PortalMissingProps extends InPortal {
  readonly body: ErrorBody
}

export function PortalMissing({ frame, body, view }: PortalMissingProps & Viewed): VNode {
  const { missing, sections } = view.t.portal
  return (
    <PortalPage frame={frame} view={view} title={missing.title}>
      <Missing
        icon="search"
        title={missing.what}
        text={missing.text}
        home={{ label: sections.home, href: `${frame.root}/` }}
        body={body}
      />
    </PortalPage>
  )
}
