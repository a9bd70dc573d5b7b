import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { note } from '../../web/request/request-context.ts'
import type { ProviderRequest } from '../interaction/open-interaction.ts'
import { REFUSED_THERE } from '../interaction/returned.ts'
import {
  type ConnectorRequest,
  noteRefusal,
  type ProviderSignIn,
  refusalIn,
  requestOf,
  secret,
  type UpstreamServices,
} from './services.ts'

/** POST /upstream/{id}/start, sent by a button on the sign-in page. Stores nothing (D-G12). */
export async function startAtProvider(request: ConnectorRequest, form: ReadonlyMap<string, string>): Promise<void> {
  const { services, context } = request
  const interaction = form.get('interaction') ?? ''
  await services.guard.assert(context, form, `interaction ${interaction}`)
  // A form from another browser would sign that browser in as this user (D-S10), so show an expired page instead.
  if (!(await services.engine.hasBegun(context, interaction))) return redirect(context, backTo(services, interaction))
  const remember = form.get('remember') === 'on'
  const [prompt, maxAge, loginHint] = [form.get('prompt'), form.get('max_age'), form.get('login_hint')]
  const asked = { interaction, prompt, max_age: maxAge, login_hint: loginHint }
  await leadToConnector(request, asked, remember)
}

/** Redirects the browser to a provider. After the sign-in there, the browser returns to the interaction. */
export async function leadToConnector(
  request: ConnectorRequest,
  { interaction, prompt, max_age: maxAge, login_hint: loginHint }: ProviderRequest,
  remember = false,
): Promise<void> {
  const { services, context, connector } = request
  context.backHref = backTo(services, interaction)
  const begun: ProviderSignIn = {
    verifier: secret(),
    nonce: secret(),
    connector: connector.id,
    interaction,
    at: services.seconds(),
    remember,
    ...(prompt === undefined ? {} : { prompt }),
    ...(maxAge === undefined || !/^\d{1,9}$/.test(maxAge) ? {} : { maxAgeSeconds: Number(maxAge) }),
  }
  note(context.trace, 'upstream', connector.id)
  await sendToProvider(request, begun, loginHint)
}

export async function sendToProvider(
  { services, context, connector }: ConnectorRequest,
  begun: ProviderSignIn,
  loginHint?: string,
): Promise<void> {
  const state = await services.started.begin(context, begun)
  const request = requestOf(services, connector, state, begun)
  const hinted = loginHint === undefined ? request : { ...request, loginHint }
  try {
    redirect(context, await connector.provider.authorizationUrl(hinted))
  } catch (error) {
    noteRefusal(services, connector, error)
    throw refusalIn(error)
  }
}

/** URL of the sign-in page, with a parameter that keeps it from redirecting to a provider again. */
export const backTo = ({ mountPath }: Pick<UpstreamServices, 'mountPath'>, interaction: string): string =>
  withParameters(`${mountPath}/interaction/${encodeURIComponent(interaction)}`, REFUSED_THERE)
