/** Portico's public API. */

// Imported first, so that an unsupported Node.js version causes a clear error before other modules fail to load.
import './config/node-version.ts'

export { type AppAccess, mayEnter } from '../policies/app-access.ts'
export type { Finding, FindingCode } from '../policies/findings.ts'
export type { GuardRequirements } from '../policies/host-guard.ts'
export { rateAddress } from '../policies/network-address.ts'
export type { ProfileChanges, ProfileField } from '../policies/profile.ts'
export { printable } from '../policies/untrusted-text.ts'
export type { Guard, HostApi, HostSession } from './apps/host/host-contract.ts'
export type { HostViews as Views } from './compose/host-pages.ts'
export type { ScreenName, ScreenProps } from './compose/screens.ts'
export type { Configuration, ConfigurationInput } from './config/configuration.ts'
export { readEnvironment } from './config/environment.ts'
export type { ConfigIssue } from './config/issues/config-error.ts'
export { ConfigError } from './config/issues/config-error.ts'
export { obtainRootSecret } from './config/root-secret.ts'
export type { AccessRules } from './domain/accounts/access-rule.ts'
export type { Account } from './domain/accounts/account-record.ts'
export type { Invitation } from './domain/accounts/embedded-creation.ts'
export type { EmbeddedDirectory } from './domain/accounts/embedded-directory.ts'
export type {
  Passkey,
  PasskeyRepository,
  PasskeyUse,
  RecoveryCodeRepository,
  RecoveryCodesState,
  SecondFactorRepositories,
  TotpRepository,
  TotpState,
} from './domain/accounts/factors/second-factors.ts'
export type { ClaimsFunction } from './domain/accounts/further-claims.ts'
export type {
  AdministrationOutcome,
  RoleChange,
  UserAdministration,
  UsersAsked,
  UsersFound,
} from './domain/accounts/user-administration.ts'
export type {
  Authenticated,
  ExternalIdentity,
  Login,
  OneTimePasswords,
  PasswordChange,
  PasswordOutcome,
  PasswordSetting,
  ProfileChange,
  ProfileOutcome,
  SignInDirectory,
  User,
  UserDirectory,
} from './domain/accounts/user-directory.ts'
export type { ListenedEvent, SecurityEventListener } from './domain/audit/event-listeners.ts'
export type { AuditEventName } from './domain/audit/events.ts'
export type { SecurityEvent } from './domain/audit/security-event.ts'
export type { ClientDraft } from './domain/clients/client-draft.ts'
export type { Client } from './domain/clients/client-record.ts'
export type { ClientRegistry, ClientResult } from './domain/clients/registry.ts'
export type { ExternalSigner } from './domain/keys/external-signer.ts'
export type { KeyView } from './domain/keys/key-ring.ts'
export type { Deliveries } from './domain/sessions/delivery-ledger.ts'
export type { Sessions } from './domain/sessions/sessions-api.ts'
export type { Health, Portico, PorticoOptions } from './portico.ts'
export { createPortico } from './portico.ts'
export type { AuditLine, AuditLog, ChainLink } from './ports/audit-log.ts'
export type { BoundedDraft, BoundedEntry, BoundedLog, Bounds } from './ports/bounded-log.ts'
export type { ClientClaim, ClientEntry, ClientStore } from './ports/clients.ts'
export type { StoreCopies, StoredItem } from './ports/copies.ts'
export type { Delivery, DeliveryStore, LogoutNotice, QueuedEmail } from './ports/deliveries.ts'
export type { DocumentStore } from './ports/documents.ts'
export type { EphemeralStore } from './ports/ephemeral.ts'
export type { FamilyStore } from './ports/families.ts'
export type { Logger } from './ports/logger.ts'
export type { Email, Handover, Mailer, SendEmail } from './ports/mailer.ts'
export { EmailRefused } from './ports/mailer.ts'
export type { JoinPeers, Metrics, MetricsPeers, MetricsSnapshot } from './ports/measurements.ts'
export type { RateCounter } from './ports/rate-counter.ts'
export type { SessionEntry, SessionLink, SessionStore } from './ports/sessions.ts'
export type { Storage, StoreFact } from './ports/storage.ts'
export { StoreUnavailable } from './ports/store-unavailable.ts'
export type { SubjectState, SubjectStore } from './ports/subjects.ts'
export type { TokenState, TokenStateQuery, TokenStateReader } from './ports/token-state.ts'
export type {
  AccountPageProps as SelectAccountProps,
  AccountPageProps as SignedInProps,
} from './protocol/interaction/button-stages-view.tsx'
export type { NewPasswordProps } from './protocol/interaction/new-password-view.tsx'
export type { PageExpiredProps } from './protocol/interaction/page-expired-view.tsx'
export type { SignInProps } from './protocol/interaction/sign-in-props.ts'
export type { LogoutConfirmProps } from './protocol/logout/confirm-view.tsx'
export type { SignedOutProps } from './protocol/logout/signed-out-view.tsx'
export type { SigningOutProps } from './protocol/logout/signing-out-view.tsx'
export type { EmailContent } from './web/emails/email-content.ts'
export type { EmailProps, HostEmail } from './web/emails/email-writer.ts'
export type { HostContext } from './web/http/mounting.ts'
export { newRequestId } from './web/http/request-id.ts'
export type { ErrorPageProps } from './web/pages/error-page-view.tsx'
export type { HostView as View, LayoutOptions, Markup, ViewHelpers } from './web/pages/host-view.ts'
export type { Html, HtmlTag, HtmlValue } from './web/pages/html.ts'
export type { ConsentProps } from './web/ui/components/consent-form.tsx'
export type { Messages } from './web/ui/texts/catalogue.ts'
export type { HostMessages } from './web/ui/texts/host-messages.ts'
