import { redirect } from '../../web/http/responses.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import type { Connector } from './connectors.ts'
import { type BegunAtProvider, refusalIn, requestOf, secret, type UpstreamServices } from './services.ts'

/** POST /upstream/{id}/start: the button of the sign-in page. The store has nothing of it (D-G12). */
export async function startAtProvider(
  services: UpstreamServices,
  context: RequestContext,
  connector: Connector,
  form: ReadonlyMap<string, string>,
): Promise<void> {
  const interaction = form.get('interaction') ?? ''
  await services.guard.assert(context, form, `interaction ${interaction}`)
  const [prompt, maxAge, loginHint] = [form.get('prompt'), form.get('max_age'), form.get('login_hint')]
  const begun: BegunAtProvider = {
    verifier: secret(),
    nonce: secret(),
    connector: connector.id,
    interaction,
    at: services.seconds(),
    remember: form.get('remember') === 'on',
    ...(prompt === undefined ? {} : { prompt }),
    ...(maxAge === undefined || !/^\d{1,9}$/.test(maxAge) ? {} : { maxAgeSeconds: Number(maxAge) }),
  }
  note(context.trace, 'upstream', connector.id)
  const state = await services.started.begin(context, begun)
  const request = requestOf(services, connector, state, begun)
  const hinted = loginHint === undefined ? request : { ...request, loginHint }
  try {
    redirect(context, await connector.provider.authorizationUrl(hinted))
  } catch (error) {
    throw refusalIn(error)
  }
}
