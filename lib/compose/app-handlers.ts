import type { PanelServices } from '../apps/admin/panel.ts'
import { firstPartyApp } from '../apps/first-party/app.ts'
import { appCookie, appSessions } from '../apps/first-party/app-session.ts'
import type { FirstPartyApp } from '../apps/first-party/clients.ts'
import type { AppRequest } from '../apps/first-party/page.ts'
import type { AppSignIn } from '../apps/first-party/relying-party.ts'
import type { PortalServices } from '../apps/portal/request.ts'
import { tokenInspection } from '../domain/tokens/inspect.ts'
import type { Handlers } from '../web/http/pipeline.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import type { Handler } from '../web/request/request-context.ts'
import { firstPartyServices, pick } from './members.ts'
import { onFirstRequest, onFirstUse } from './on-first-request.ts'
import type { Service } from './service.ts'

/** Request handlers for the first-party apps. A disabled app has no route, so its handler is never called. */
export function appHandlers(service: Service) {
  const handlerOf = (clientId: FirstPartyApp['clientId'], answer: (request: AppRequest) => Promise<void>): Handler => {
    const own = service.apps.find(({ app }) => app.clientId === clientId)
    if (own === undefined) return () => {}
    const { keys, web, tokens } = service
    const cookie = appCookie(own.app)
    const parts = {
      isItself: own.isItself,
      sessions: appSessions(cookie, service.storage.records),
      started: startedSignIns<AppSignIn>(cookie.name, {
        sealer: keys.sealer,
        binding: web.binding,
        seconds: tokens.issuer.seconds,
      }),
    }
    return firstPartyApp(firstPartyServices(service), own.app, parts, answer)
  }
  const gate = onFirstUse(async () => (await import('./gate.ts')).gateHandlers(service))
  return {
    admin: handlerOf(
      'sso-admin',
      onFirstRequest(async () => (await import('../apps/admin/panel.ts')).panel(panelServices(service))),
    ),
    portal: handlerOf(
      'sso-portal',
      onFirstRequest(async () => (await import('../apps/portal/portal.ts')).portal(portalServices(service))),
    ),
    gate: onFirstRequest(async () => (await gate()).gate),
    gateApp: onFirstRequest(async () => (await gate()).gateApp),
  } satisfies Partial<Handlers>
}

const portalServices = (service: Service): PortalServices => ({
  ...pick(service, 'configuration', 'storage', 'site'),
  ...pick(
    service.accounts,
    'users',
    'embedded',
    'limits',
    'passkeys',
    'trusted',
    'canSignIn',
    'newAuthenticator',
    'secondFactor',
  ),
  ...pick(service.domain, 'identityOperations', 'emails', 'consents', 'clients', 'ending'),
  ...pick(service.web, 'pages', 'linking', 'signedOut'),
  audit: service.audit.audit,
})

function panelServices(service: Service): PanelServices {
  const { audit, domain, accounts } = service
  const { now } = service.given
  const shell = {
    ...pick(service, 'configuration', 'storage', 'site', 'metrics'),
    ...pick(accounts, 'users', 'embedded', 'managedUsers'),
    pages: service.web.pages,
    clients: domain.clients,
    audit: audit.audit,
  }
  return {
    ...shell,
    sections: {
      clients: {
        ...shell,
        ...pick(domain, 'consents', 'appUses', 'isPrivateAddress', 'clientOperations'),
        ...pick(accounts, 'canSignIn', 'claimsOf'),
        access: {
          hasHostRule: accounts.hasHostRule,
          hasFactors: (accounts.passkeys ?? accounts.newAuthenticator) !== undefined,
          requests: service.email.accessRequests,
        },
        explanations: audit.explanations,
        issuer: service.tokens.issuer,
        now,
      },
      users: {
        ...shell,
        ...pick(domain, 'consents', 'appUses', 'factors', 'pauses'),
        operations: pick(domain, 'accountOperations', 'identityOperations', 'userImport'),
        offboarding: service.offboarding,
        outbox: service.outbox,
        ...pick(accounts, 'secondFactor', 'hasHostRule'),
      },
      operations: {
        ...shell,
        ...pick(domain, 'dismissals', 'pauses', 'ending'),
        brand: {
          ...pick(service, 'appearances'),
          ...pick(domain, 'pictures'),
          samplePage: async (...page) => (await import('./appearance-samples.ts')).samplePage(...page),
        },
        explanations: audit.explanations,
        node: { ...pick(service.node, 'nodes', 'sources', 'findings', 'mailer'), trail: audit.trail },
        keys: service.keys.keys,
        outbox: service.outbox,
        inspect: tokenInspection(service.tokens.issuer, service.tokens.tokens),
        now,
      },
    },
  }
}
