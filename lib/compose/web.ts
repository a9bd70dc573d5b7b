import { asksSecondStep, secondFactorsOf } from '../domain/accounts/factors/second-factors.ts'
import { deriveText } from '../domain/keys/derived-keys.ts'
import { signer } from '../domain/keys/signer.ts'
import type { Appearances } from '../domain/management/appearances.ts'
import { errorFields } from '../ports/logger.ts'
import { createEngine } from '../protocol/engine/engine.ts'
import { interactionStore } from '../protocol/engine/interactions.ts'
import { sessionBridge } from '../protocol/engine/session-bridge.ts'
import type { EngineSettings } from '../protocol/engine/settings.ts'
import { signedOutPages } from '../protocol/logout/signed-out.ts'
import { linking } from '../protocol/upstream/linking.ts'
import { csrfProtection } from '../web/pages/csrf.ts'
import { forwarding } from '../web/pages/forwarding.ts'
import { type PageParts, pages } from '../web/pages/pages.ts'
import { recentSignIns } from '../web/pages/recent-sign-ins.ts'
import { browserBinding } from '../web/request/browser-binding.ts'
import type { Site } from '../web/request/site.ts'
import { createAssets } from '../web/ui/assets.ts'
import { catalogues } from '../web/ui/texts/host-messages.ts'
import type { Accounts } from './accounts.ts'
import { wayOutOf } from './connectors.ts'
import type { Domain } from './domain.ts'
import type { Notices } from './notices.ts'
import { onFirstUse } from './on-first-request.ts'
import type { Resolved } from './resolve-options.ts'
import type { Signing } from './signing.ts'
import type { Tokens } from './tokens.ts'

/** Services for pages, forms, and cookies, and the engine that sends users to the sign-in pages. */
export type Web = ReturnType<typeof composeWeb>

export function composeWeb(
  { configuration, secrets, now, logger, hostPages, override, connectors, brand }: Resolved,
  { mountPath, https, accountHref }: Site,
  { derive, rootSecrets, sealer }: Signing,
  { clients, consents }: Domain,
  { worker }: Notices,
  { users, canSignIn, secondFactor }: Accounts,
  { issuer }: Tokens,
  appearances: Appearances,
) {
  const { storage } = issuer
  const { baseUrl, lifetimes } = configuration
  const cookies = signer(secrets.map((secret) => deriveText(secret, 'cookies')))
  const binding = browserBinding({ mountPath, https })
  const lostPage: PageParts['report'] = ({ requestId }, view, error) =>
    logger.error(
      { code: 'host-page-failed', request_id: requestId, view, ...errorFields(error) },
      'host page failed; rendered the built-in page',
    )
  const lead = forwarding({ mountPath, https, only: configuration.login.upstreams.some(({ only }) => only) })
  const shown = pages({
    configuration,
    assets: createAssets({ mount: mountPath, theme: brand.theme, files: brand.files }),
    appearances,
    speak: catalogues(hostPages.messages),
    override,
    now,
    report: lostPage,
  })
  const engine: EngineSettings = {
    scopes: Object.keys(issuer.scopeClaims),
    mountPath,
    https,
    cookieSigner: cookies,
    otherSecrets: rootSecrets,
    interactionSeconds: lifetimes.interaction,
    sessions: sessionBridge(storage, lifetimes, now, users.passwordStampOf),
    interactions: interactionStore({
      records: storage.records,
      subjects: storage.subjects,
      passwordStampOf: users.passwordStampOf,
      binding,
    }),
    findClient: clients.find,
    findUser: users.find,
    seconds: issuer.seconds,
    lookUps: {
      rememberedScopes: consents.scopes,
      canSignIn,
      secondFactor,
      hasSecondStep: async (subject) => asksSecondStep(await secondFactorsOf(users, subject)),
    },
  }
  return {
    engine: createEngine(
      baseUrl,
      engine,
      issuer,
      onFirstUse(async () => (await import('../protocol/engine/by-prompts.ts')).byPrompts(baseUrl, engine, issuer)),
    ),
    pages: shown,
    signedOut: signedOutPages({
      logoutHref: `${baseUrl}/connect/logout`,
      pages: shown,
      records: storage.records,
      notices: worker,
      forwarding: lead,
      accountHref,
      wayOutOf: wayOutOf(connectors, baseUrl),
    }),
    csrf: csrfProtection(signer(derive('csrf')), rootSecrets),
    binding,
    recent: recentSignIns({ mountPath, https, signer: cookies, seconds: issuer.seconds }),
    forwarding: lead,
    /** Links an external identity to an account after a sign-in at the provider. */
    linking: linking({ issuerUrl: baseUrl, sealer, records: storage.records, seconds: issuer.seconds }),
  }
}
