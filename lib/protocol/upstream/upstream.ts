import { deny } from '../../../policies/verdict.ts'
import { readForm } from '../../web/http/body.ts'
import { type Handler, notFound, ProtocolError, singleParameters } from '../../web/request/request-context.ts'
import type { InteractionServices } from '../interaction/open-interaction.ts'
import { returnFromProvider } from './callback.ts'
import { LINK_FIELD } from './linking.ts'
import type { UpstreamServices } from './services.ts'
import { leadToConnector, startAtProvider } from './start.ts'
import { startLinking } from './start-link.ts'

/** Sign-in at external OpenID providers (D-A5). */
export function upstream(services: UpstreamServices) {
  const connectors = new Map(services.connectors.map((connector) => [connector.id, connector]))
  /** /upstream/{id}/… */
  const endpoint: Handler = async (context) => {
    const [id = '', page, ...more] = context.rest.split('/')
    const connector = connectors.get(id)
    if (connector === undefined || more.length > 0) throw notFound()
    const isPost = context.req.method === 'POST'
    if (page === 'callback' && !isPost) return returnFromProvider({ services, context, connector })
    if (page === 'start' && isPost) {
      const form = singleParameters(await readForm(context.req))
      return (form.has(LINK_FIELD) ? startLinking : startAtProvider)({ services, context, connector }, form)
    }
    if (page === 'signed-out' && !isPost) return services.signedOut(context)
    if (page !== 'callback' && page !== 'start' && page !== 'signed-out') throw notFound()
    throw new ProtocolError(deny('invalid_request', 'method_not_allowed'), { Allow: page === 'start' ? 'POST' : 'GET' })
  }
  const leadTo: InteractionServices['login']['leadTo'] = async (context, id, asked) => {
    const connector = connectors.get(id)
    if (connector === undefined) throw notFound()
    await leadToConnector({ services, context, connector }, asked)
  }
  return { endpoint, leadTo }
}
