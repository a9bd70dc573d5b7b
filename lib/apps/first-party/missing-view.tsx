/** An address where an app of ours has no page, or none for this user: said inside its frame, so that every section stays in reach. */
import type { VNode } from 'preact'
import type { ErrorBody } from '../../web/pages/error-page-view.tsx'
import { LinkRow } from '../../web/ui/components/button.tsx'
import { EmptyState, type EmptyStateProps } from '../../web/ui/components/empty-state.tsx'
import { JsonBlock } from '../../web/ui/components/json-block.tsx'

export interface MissingProps extends Omit<EmptyStateProps, 'action'> {
  /** Where the app begins, and what that is called. */
  readonly home: { readonly label: string; readonly href: string }
  readonly body: ErrorBody
}

export const Missing = ({ home, body, ...empty }: MissingProps): VNode => (
  <>
    <EmptyState {...empty} action={<LinkRow href={home.href}>{home.label}</LinkRow>} />
    <JsonBlock id="sso-error" data={body} />
  </>
)
