import type { OpenInteraction } from './open-interaction.ts'
import { type PageServices, showPage, stageProps } from './stage-page.ts'
import { Suspended } from './suspended-view.tsx'

/** Only after successful authentication, so that other clients learn nothing. */
export function showSuspended(services: PageServices, open: OpenInteraction): Promise<void> {
  return showPage(services, open, Suspended, stageProps(services, open, 'sign-in'), { status: 403 })
}
