import { checkPanelAccess } from '../../../policies/panel-access.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { AccessRule } from '../../domain/accounts/access-rule.ts'
import { type Account, isChangedHere } from '../../domain/accounts/account-record.ts'
import type { Consents } from '../../domain/accounts/consents.ts'
import type { EmbeddedDirectory } from '../../domain/accounts/embedded-directory.ts'
import type { PasskeyCeremonies } from '../../domain/accounts/factors/passkey-ceremonies.ts'
import type { SecondFactorRequirement } from '../../domain/accounts/second-factor-requirement.ts'
import type { SignInLimits } from '../../domain/accounts/second-step-throttle.ts'
import type { TrustedDevices } from '../../domain/accounts/trusted-devices.ts'
import type { Users } from '../../domain/accounts/user-directory.ts'
import type { AuditTrail } from '../../domain/audit/audit-trail.ts'
import type { AuditEvent, AuditEventName } from '../../domain/audit/events.ts'
import type { ClientRegistry } from '../../domain/clients/registry.ts'
import type { AddressProofs } from '../../domain/emails/address-proofs.ts'
import type { Actor } from '../../domain/management/account-result.ts'
import type { IdentityOperations } from '../../domain/management/identity-operations.ts'
import type { SessionEnding } from '../../domain/sessions/ending.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Linking } from '../../protocol/upstream/linking.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { NewAuthenticator } from '../../web/pages/new-authenticator.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import type { Site } from '../../web/request/site.ts'
import { deviceIn } from '../../web/request/user-agent.ts'
import type { Screen } from '../../web/ui/view.ts'
import { type PageRequest, type PageServices, takeFlash } from '../first-party/page.ts'
import type { FirstPartyServices } from '../first-party/relying-party.ts'
import { type Framed, type PortalFrame, portalSections } from './frame-view.tsx'

/** Services that the portal needs. */
export interface PortalServices extends PageServices, Pick<FirstPartyServices, 'signedOut'> {
  readonly configuration: Pick<Configuration, 'portalUrl' | 'theme' | 'login'>
  readonly storage: Pick<Storage, 'records' | 'sessions' | 'subjects'>
  readonly users: Pick<
    Users,
    'passkeys' | 'totp' | 'recoveryCodes' | 'passwordStampOf' | 'passwordFacts' | 'profileFields' | 'updateProfile'
  >
  /** Undefined if a host's directory is used. */
  readonly embedded: EmbeddedDirectory | undefined
  /** Links external identities to the account. */
  readonly linking: Pick<Linking, 'form' | 'take'>
  readonly identityOperations: (directory: EmbeddedDirectory, actor: Actor) => IdentityOperations
  /** Undefined if Portico does not send email. */
  readonly emails: { readonly proofs: AddressProofs } | undefined
  readonly limits: Pick<SignInLimits, 'signIn' | 'hashing'>
  /** Undefined if passkeys are unavailable. */
  readonly passkeys: Pick<PasskeyCeremonies, 'host' | 'placeOf' | 'creation' | 'register'> | undefined
  /** Undefined if trusted devices are disabled. */
  readonly trusted: Pick<TrustedDevices, 'list' | 'remove' | 'removeAll'> | undefined
  /** Sets up an authenticator app; undefined if the directory does not support it. */
  readonly newAuthenticator: ((place: string) => NewAuthenticator) | undefined
  readonly secondFactor: Pick<SecondFactorRequirement, 'dueOf'>
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly clients: Pick<ClientRegistry, 'find' | 'list'>
  /** The host's rule for access to clients; always true if the host has none. */
  readonly canSignIn: AccessRule
  readonly ending: Pick<SessionEnding, 'endSession' | 'endEverything'>
  readonly site: Pick<Site, 'issuerUrl' | 'adminHref'>
  readonly audit: Pick<AuditTrail, 'list' | 'note' | 'record'>
}

export type PortalRequest = PageRequest<PortalServices>

/** Shows a screen inside the portal's frame. */
export async function show<Props extends Framed>(
  page: PortalRequest,
  status: number,
  screen: Screen<Props>,
  props: Omit<Props, 'frame'>,
  options: PageOptions = {},
): Promise<void> {
  const frame = await frameOf(page)
  const framed = { ...props, frame } as unknown as Props
  await page.services.pages.show(page.context, status, screen, framed, { kind: 'panel', ...options })
}

/** Passwords in the configuration, in a host's directory, or at an external provider cannot be changed here. */
export async function ownsPassword({ services, user }: PortalRequest): Promise<boolean> {
  return isOwn(await services.embedded?.account(user.sub))
}

export const isOwn = (account: Account | undefined): boolean => account !== undefined && isChangedHere(account)

/** Whether the directory stores second factors. */
export const keepsFactors = ({ services: { users } }: PortalRequest): boolean =>
  users.passkeys !== undefined || users.totp !== undefined

/** An audit log entry for an action that a user took on their own account. */
export const auditEvent = ({ user, context }: PortalRequest, event: AuditEventName): AuditEvent => ({
  event,
  result: 'ok',
  user: user.sub,
  address: context.address,
  ...deviceIn(context.req),
  requestId: context.requestId,
})

async function frameOf(page: PortalRequest): Promise<PortalFrame> {
  const { services, user, hidden, href } = page
  const flash = await takeFlash(page)
  return {
    root: href(''),
    sections: portalSections,
    signOut: { action: href('/sign-out'), hidden },
    account: accountView(user),
    other:
      services.site.adminHref !== undefined && checkPanelAccess(user.roles ?? [], 'enter').allowed
        ? { app: 'administration', href: services.site.adminHref }
        : undefined,
    flash,
  }
}
