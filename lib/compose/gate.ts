import { GATE_PATH } from '../../policies/gate.ts'
import { type AppCookie, hostCookie, type OpenedSessions, sealedSessions } from '../apps/first-party/app-session.ts'
import { gateEndpoint } from '../apps/gate/gate.ts'
import { gateApp } from '../apps/gate/gate-app.ts'
import type { GateSessions } from '../apps/gate/gate-party.ts'
import { identities } from '../apps/gate/identity.ts'
import type { Seal } from '../domain/keys/seal.ts'
import type { Handlers } from '../web/http/pipeline.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import { browserBinding } from '../web/request/browser-binding.ts'
import { firstPartyServices } from './members.ts'
import type { Service } from './service.ts'

/** Forward auth: responses to the proxy, and pages on the hosts of gated apps. */
export function gateHandlers(service: Service): Pick<Handlers, 'gate' | 'gateApp'> {
  const { given, configuration, accounts, keys, tokens } = service
  const { logger } = given
  const settings = configuration.gate
  const parts = {
    ...firstPartyServices(service),
    storage: service.storage,
    canSignIn: accounts.canSignIn,
    sessions: gateSessions(keys.sealer, tokens.issuer.seconds),
    identityOf: identities({ logger, settings }),
    settings,
    logger,
  }
  return { gate: gateEndpoint(parts), gateApp: gateApp(parts) }
}

/** Creates each gated app's session handling on demand, not at startup, because a request can name any app. */
function gateSessions(sealer: Seal, seconds: () => number): GateSessions {
  const opened: OpenedSessions = new Map()
  const cookieOf = (clientId: string, https: boolean): AppCookie => hostCookie(`sso_gate_${clientId}`, https)
  return {
    of: (clientId, https) =>
      sealedSessions(cookieOf(clientId, https), `${https ? 'https' : 'http'} ${clientId}`, { sealer, seconds }, opened),
    started: (clientId, https) =>
      startedSignIns(cookieOf(clientId, https).name, {
        sealer,
        seconds,
        binding: browserBinding({ mountPath: `${GATE_PATH}/${clientId}`, https }),
      }),
  }
}
