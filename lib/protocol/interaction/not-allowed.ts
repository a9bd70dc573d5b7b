import { accountView } from '../../web/pages/account-view.ts'
import { NotAllowed } from './not-allowed-view.tsx'
import type { OpenInteraction, Outcome } from './open-interaction.ts'
import { notOffered, type PageServices, showPage, signedInUser, stageProps } from './stage-page.ts'

export function showNotAllowed(services: PageServices, open: OpenInteraction): Promise<void> {
  const account = accountView(signedInUser(open))
  const owner = open.client.ownerEmail || undefined
  const props = { ...stageProps(services, open, 'not-allowed'), account, owner }
  return showPage(services, open, NotAllowed, props, { status: 403 })
}

/** The page only has the actions that all pages share. */
export async function takeNotAllowed(): Promise<Outcome> {
  throw notOffered()
}
