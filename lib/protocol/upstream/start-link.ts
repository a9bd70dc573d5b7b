import { deny } from '../../../policies/verdict.ts'
import { redirect } from '../../web/http/responses.ts'
import { note, ProtocolError } from '../../web/request/request-context.ts'
import type { UpstreamIdentity } from './identity.ts'
import { LINK_FIELD, type LinkIntent } from './linking.ts'
import { type ConnectorRequest, secret } from './services.ts'
import { sendToProvider } from './start.ts'

/** POST /upstream/{id}/start: starts a sign-in that links an identity. The sealed field also prevents CSRF. */
export async function startLinking(asked: ConnectorRequest, form: ReadonlyMap<string, string>): Promise<void> {
  const { services, context, connector } = asked
  const link = await services.linking.intentIn(connector.id, form.get(LINK_FIELD) ?? '')
  if (link?.browser !== undefined) services.binding.assertSent(context)
  const isOtherBrowser = link?.browser !== undefined && !services.binding.isBound(context, link.browser)
  if (link === undefined || isOtherBrowser) throw new ProtocolError(deny('invalid_request', 'form_forged', LINK_FIELD))
  context.backHref = link.returnTo
  note(context.trace, 'upstream', `${connector.id}, to be linked`)
  await sendToProvider(asked, {
    verifier: secret(),
    nonce: secret(),
    connector: connector.id,
    interaction: '',
    at: services.seconds(),
    remember: false,
    link,
  })
}

/** Redirects to the page that links the identity. This does not create a session. */
export async function returnToBeLinked(
  { services: { linking }, context, connector: { id } }: ConnectorRequest,
  identity: UpstreamIdentity,
  intent: LinkIntent,
): Promise<void> {
  note(context.trace, 'upstream', `came back from ${id}, to be linked`)
  redirect(context, await linking.keep(id, identity, intent))
}
