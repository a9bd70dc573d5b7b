/** The public names of Portico. */

export type { ProfileChanges, ProfileField } from '../policies/profile.ts'
export type { AccessRules } from './accounts/access-rule.ts'
export type { Account } from './accounts/account-record.ts'
export type {
  Authenticated,
  Directory,
  Login,
  OneTimePasswords,
  PasswordChange,
  PasswordOutcome,
  Person,
  ProfileChange,
  ProfileOutcome,
} from './accounts/directory.ts'
export type { EmbeddedDirectory, Invitation } from './accounts/embedded-directory.ts'
export type {
  Passkey,
  PasskeyKeeper,
  PasskeyUse,
  RecoveryCodeKeeper,
  RecoveryCodesState,
  SecondFactorKeepers,
  TotpKeeper,
  TotpState,
} from './accounts/second-factors.ts'
export type { Logger } from './audit/logger.ts'
export type { Client } from './clients/client-record.ts'
export type { ClientDraft, ClientRegistry, ClientResult } from './clients/registry.ts'
export type { ConfigIssue } from './config/config-error.ts'
export { ConfigError } from './config/config-error.ts'
export type { Configuration, ConfigurationInput } from './config/configuration.ts'
export { readEnvironment } from './config/environment.ts'
export { obtainRootSecret } from './config/root-secret.ts'
export type { HostContext } from './http/mounting.ts'
export type { ExternalSigner } from './keys/external-signer.ts'
export type { KeyView } from './keys/key-ring.ts'
export type { Portico, PorticoOptions } from './portico.ts'
export { createPortico } from './portico.ts'
export type { AuditLine, AuditLog } from './ports/audit-log.ts'
export type { ClientClaim, ClientEntry, ClientStore } from './ports/clients.ts'
export type { Delivery, DeliveryStore } from './ports/deliveries.ts'
export type { DocumentStore } from './ports/documents.ts'
export type { FamilyStore } from './ports/families.ts'
export type { RateCounter } from './ports/rate-counter.ts'
export type { RecordStore } from './ports/records.ts'
export type { SessionEntry, SessionLink, SessionStore } from './ports/sessions.ts'
export type { Storage } from './ports/storage.ts'
export { StoreUnavailable } from './ports/store-unavailable.ts'
export type { SubjectState, SubjectStore } from './ports/subjects.ts'
export type { TokenState, TokenStateQuery, TokenStateReader } from './ports/token-state.ts'
export type { Deliveries } from './sessions/delivery-ledger.ts'
export type { Sessions } from './sessions/sessions-api.ts'
export type { LayoutOptions } from './ui/host-layout.tsx'
export type { HostView as View, HostViews as Views, Markup, ViewHelpers } from './ui/host-view.ts'
export type { Html, HtmlTag, HtmlValue } from './ui/html.ts'
export type { Messages } from './ui/i18n/catalogue.ts'
export type { HostMessages } from './ui/i18n/host-messages.ts'
export type { ScreenName, ScreenProps } from './ui/screen-list.ts'
export type { ConsentProps } from './ui/screens/auth/consent.tsx'
export type { ErrorPageProps } from './ui/screens/auth/error-page.tsx'
export type { LogoutConfirmProps } from './ui/screens/auth/logout-confirm.tsx'
export type { NewPasswordProps } from './ui/screens/auth/new-password.tsx'
export type { PageExpiredProps } from './ui/screens/auth/page-expired.tsx'
export type { SelectAccountProps } from './ui/screens/auth/select-account.tsx'
export type { SignInProps } from './ui/screens/auth/sign-in.tsx'
export type { SignedInProps } from './ui/screens/auth/signed-in.tsx'
export type { SignedOutProps } from './ui/screens/auth/signed-out.tsx'
export type { SigningOutProps } from './ui/screens/auth/signing-out.tsx'
