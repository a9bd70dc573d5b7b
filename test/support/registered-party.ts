/** The server of an app that was registered in the panel with `clientForm`. */
import type { Idp } from './idp.ts'
import { type PanelVisitor, registerInPanel, secretOn } from './panel-visitor.ts'
import { type RelyingParty, relyingParty } from './relying-party.ts'

export const partyOf = (idp: Idp, id: string, secret: string): RelyingParty =>
  relyingParty(idp, {
    client_id: id,
    client_type: 'confidential',
    client_secret: secret,
    redirect_uris: [`https://${id}.example/callback`],
  })

export async function registeredParty(
  idp: Idp,
  admin: PanelVisitor,
  id: string,
  more?: Readonly<Record<string, string>>,
): Promise<RelyingParty> {
  return partyOf(idp, id, secretOn(await registerInPanel(admin, id, more)) ?? '')
}
