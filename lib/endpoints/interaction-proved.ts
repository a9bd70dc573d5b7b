import type { Person } from '../accounts/directory.ts'
import { ACR_VALUES } from '../engine/acr.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Finish, InteractionServices, OpenInteraction } from './interaction.ts'

/** Who the person is has been proved: the sign-in goes on. */
export async function completeSignIn(
  services: InteractionServices,
  exchange: Exchange,
  open: OpenInteraction,
  { person, remember }: { readonly person: Person; readonly remember: boolean },
  finish: Finish,
): Promise<void> {
  exchange.subject = person.sub
  const session = open.state.run.session
  if (session !== undefined && session.accountId !== person.sub) {
    await services.endSession({ accountId: session.accountId, uid: session.uid })
  }
  await finish({
    login: {
      accountId: person.sub,
      ts: services.seconds(),
      amr: ['pwd'],
      acr: ACR_VALUES[0],
      remember: services.remember === 'always' || (services.remember === 'ask' && remember),
    },
    ...(open.state.interaction.prompt.name === 'select_account' ? { select_account: {} } : {}),
  })
}
