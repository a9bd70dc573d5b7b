import { firstPartyApp } from '../apps/first-party/app.ts'
import { appCookies, appSessions } from '../apps/first-party/app-session.ts'
import type { FirstPartyApp } from '../apps/first-party/clients.ts'
import type { AppRequest } from '../apps/first-party/page.ts'
import type { BegunSignIn } from '../apps/first-party/relying-party.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import type { Handler } from '../web/request/request-context.ts'
import { onFirstRequest } from './on-first-request.ts'
import type { Service } from './service.ts'

/** One that is switched off has no address and is never asked. */
export function appHandlers(service: Service): Readonly<Record<'admin' | 'portal', Handler>> {
  const handlerOf = (clientId: FirstPartyApp['clientId'], answer: (request: AppRequest) => Promise<void>): Handler => {
    const own = service.apps.find(({ app }) => app.clientId === clientId)
    if (own === undefined) return () => {}
    const cookies = appCookies(own.app)
    const parts = {
      isItself: own.isItself,
      sessions: appSessions(cookies, service.storage.records),
      started: startedSignIns<BegunSignIn>(cookies, { ...service, seconds: service.issuer.seconds }),
    }
    return firstPartyApp(service, own.app, parts, answer)
  }
  const panel = onFirstRequest(async () => (await import('../apps/admin/panel.ts')).panel(service))
  const portal = onFirstRequest(async () => (await import('../apps/portal/portal.ts')).portal(service))
  return { admin: handlerOf('sso-admin', panel), portal: handlerOf('sso-portal', portal) }
}
