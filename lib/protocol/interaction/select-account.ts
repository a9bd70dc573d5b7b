import { accountView } from '../../web/pages/account-view.ts'
import type { Form, OpenInteraction, Outcome } from './open-interaction.ts'
import { SelectAccount } from './select-account-view.tsx'
import {
  type FinishServices,
  finish,
  notOffered,
  type PageServices,
  showPage,
  signedInUser,
  stageProps,
} from './stage-page.ts'

export function showSelectAccount(services: PageServices, open: OpenInteraction): Promise<void> {
  const account = accountView(signedInUser(open))
  return showPage(services, open, SelectAccount, { ...stageProps(services, open, 'select-account'), account })
}

export async function takeSelectAccount(services: FinishServices, open: OpenInteraction, form: Form): Promise<Outcome> {
  if (form.get('action') !== 'continue') throw notOffered()
  return finish(services, open, { select_account: {} })
}
