/**
 * Every screen by the name under which a host may put a page of its own in its place (`ui.views`). Names and props are part
 * of the package's interface: they change with a major version.
 */
import type { VNode } from 'preact'
import { AccessQuestion } from '../apps/admin/clients/access-view.tsx'
import { ClientActivity } from '../apps/admin/clients/activity-view.tsx'
import { ClientConflict } from '../apps/admin/clients/conflict-view.tsx'
import { ConsentPreview } from '../apps/admin/clients/consent-preview-view.tsx'
import { ClientCreate } from '../apps/admin/clients/create-view.tsx'
import { ClientAgain, ClientConfiguration, ClientOnce } from '../apps/admin/clients/credentials-view.tsx'
import { ClientMissing } from '../apps/admin/clients/frame-view.tsx'
import { ClientLifecycle } from '../apps/admin/clients/lifecycle-view.tsx'
import { ClientList } from '../apps/admin/clients/list-view.tsx'
import { ClientQuestion, GoLiveNotAllowed } from '../apps/admin/clients/operation-view.tsx'
import { ClientOverview } from '../apps/admin/clients/overview-view.tsx'
import { ClientReview } from '../apps/admin/clients/review-view.tsx'
import { ClientScopes } from '../apps/admin/clients/scopes-view.tsx'
import { ClientSecurity } from '../apps/admin/clients/security-view.tsx'
import { ClientSettings } from '../apps/admin/clients/settings-view.tsx'
import { ClientTester } from '../apps/admin/clients/tester-view.tsx'
import { ActivityEntry } from '../apps/admin/operations/activity-entry-view.tsx'
import { Activity } from '../apps/admin/operations/activity-view.tsx'
import { DeliveryGroups } from '../apps/admin/operations/deliveries-view.tsx'
import { ClientDeliveries } from '../apps/admin/operations/delivery-list-view.tsx'
import { DeliveryPage } from '../apps/admin/operations/delivery-view.tsx'
import { Explain } from '../apps/admin/operations/explain-view.tsx'
import { Health } from '../apps/admin/operations/health-view.tsx'
import { KeyList, KeyRotate } from '../apps/admin/operations/keys-view.tsx'
import { Letters } from '../apps/admin/operations/letters-view.tsx'
import { Overview } from '../apps/admin/operations/overview-view.tsx'
import { Search } from '../apps/admin/operations/search-view.tsx'
import { SessionEnd } from '../apps/admin/operations/session-end-view.tsx'
import { SessionList } from '../apps/admin/operations/sessions-view.tsx'
import { Settings } from '../apps/admin/operations/settings-view.tsx'
import { ConfirmIdentity, PanelRefused } from '../apps/admin/shell/refused-view.tsx'
import { UserAccess } from '../apps/admin/users/access-view.tsx'
import { UserCreate } from '../apps/admin/users/create-view.tsx'
import { UserEdit } from '../apps/admin/users/edit-view.tsx'
import { UserFactorsPage } from '../apps/admin/users/factors-view.tsx'
import { UserUnlink } from '../apps/admin/users/identities-view.tsx'
import { UserList } from '../apps/admin/users/list-view.tsx'
import { UserAgain, UserMissing, UserOnce } from '../apps/admin/users/one-time-password-view.tsx'
import { UserQuestion, UserRemove } from '../apps/admin/users/operation-view.tsx'
import { RoleList, RoleRemove } from '../apps/admin/users/role-list-view.tsx'
import { UserRoles } from '../apps/admin/users/roles-view.tsx'
import { UserPage } from '../apps/admin/users/user-view.tsx'
import { NoAccess, SignInCancelled } from '../apps/first-party/no-access-view.tsx'
import { PortalActivity } from '../apps/portal/activity-view.tsx'
import { PortalAppRemoval, PortalApps } from '../apps/portal/apps-view.tsx'
import { PortalDeviceSignOut, PortalDevices } from '../apps/portal/devices-view.tsx'
import { PortalMissing } from '../apps/portal/frame-view.tsx'
import { PortalHome } from '../apps/portal/home-view.tsx'
import { PortalPassword, PortalSecure } from '../apps/portal/password-view.tsx'
import { PortalProfile, PortalProfileEdit } from '../apps/portal/profile-view.tsx'
import { PortalAuthenticator, PortalCodes, PortalRenewCodes } from '../apps/portal/security-codes-view.tsx'
import { PortalConnect, PortalDisconnect } from '../apps/portal/security-identities-view.tsx'
import { PortalPasskey, PortalRename } from '../apps/portal/security-passkey-view.tsx'
import { PortalConfirmIdentity, PortalRemoval } from '../apps/portal/security-removal-view.tsx'
import { PortalSecurity } from '../apps/portal/security-view.tsx'
import { ErrorList } from '../protocol/endpoints/error-list-view.tsx'
import { ErrorReference } from '../protocol/endpoints/error-reference-view.tsx'
import { LibraryTopic } from '../protocol/endpoints/library-topic-view.tsx'
import { Consent } from '../protocol/interaction/consent-view.tsx'
import { MailCode } from '../protocol/interaction/mail-code-view.tsx'
import { NewPassword } from '../protocol/interaction/new-password-view.tsx'
import { NotAllowed } from '../protocol/interaction/not-allowed-view.tsx'
import { PageExpired } from '../protocol/interaction/page-expired-view.tsx'
import { PasskeyCreated, PasskeyOffer } from '../protocol/interaction/passkey-offer-view.tsx'
import { SecondStep } from '../protocol/interaction/second-step-view.tsx'
import { SelectAccount } from '../protocol/interaction/select-account-view.tsx'
import { SignIn } from '../protocol/interaction/sign-in-view.tsx'
import { SignedIn } from '../protocol/interaction/signed-in-view.tsx'
import { Suspended } from '../protocol/interaction/suspended-view.tsx'
import { LogoutConfirm } from '../protocol/logout/confirm-view.tsx'
import { SignedOut } from '../protocol/logout/signed-out-view.tsx'
import { SigningOut } from '../protocol/logout/signing-out-view.tsx'
import { RecoveryAddress } from '../protocol/recovery/address-view.tsx'
import { RecoveryChoose, RecoveryStep } from '../protocol/recovery/choose-view.tsx'
import { RecoveryConnect } from '../protocol/recovery/connect-view.tsx'
import { RecoveryDone } from '../protocol/recovery/done-view.tsx'
import { Forgot, ForgotSent } from '../protocol/recovery/forgot-view.tsx'
import { RecoveryNotMe } from '../protocol/recovery/not-me-view.tsx'
import { LinkVoid } from '../protocol/recovery/void-view.tsx'
import { ErrorPage } from '../web/pages/error-page-view.tsx'
import type { Viewed } from '../web/ui/view.ts'

/** On the way in and out. */
const PUBLIC_SCREENS = {
  signIn: SignIn,
  suspended: Suspended,
  secondStep: SecondStep,
  mailCode: MailCode,
  newPassword: NewPassword,
  passkeyOffer: PasskeyOffer,
  passkeyCreated: PasskeyCreated,
  signedIn: SignedIn,
  consent: Consent,
  selectAccount: SelectAccount,
  notAllowed: NotAllowed,
  noAccess: NoAccess,
  pageExpired: PageExpired,
  signInCancelled: SignInCancelled,
  recoveryForgot: Forgot,
  recoverySent: ForgotSent,
  recoveryStep: RecoveryStep,
  recoveryChoose: RecoveryChoose,
  recoveryConnect: RecoveryConnect,
  recoveryAddress: RecoveryAddress,
  recoveryNotMe: RecoveryNotMe,
  recoveryDone: RecoveryDone,
  recoveryVoid: LinkVoid,
  errorPage: ErrorPage,
  errorList: ErrorList,
  errorReference: ErrorReference,
  libraryTopic: LibraryTopic,
  logoutConfirm: LogoutConfirm,
  signingOut: SigningOut,
  signedOut: SignedOut,
} as const

/** Drawn inside the frame of the portal. */
const PORTAL_SCREENS = {
  portalHome: PortalHome,
  portalProfile: PortalProfile,
  portalProfileEdit: PortalProfileEdit,
  portalPassword: PortalPassword,
  portalSecurity: PortalSecurity,
  portalPasskey: PortalPasskey,
  portalPasskeyRename: PortalRename,
  portalAuthenticator: PortalAuthenticator,
  portalRecoveryCodes: PortalCodes,
  portalRecoveryCodesRenew: PortalRenewCodes,
  portalMethodRemoval: PortalRemoval,
  portalConnect: PortalConnect,
  portalDisconnect: PortalDisconnect,
  portalConfirmIdentity: PortalConfirmIdentity,
  portalDevices: PortalDevices,
  portalDeviceSignOut: PortalDeviceSignOut,
  portalApps: PortalApps,
  portalAppRemoval: PortalAppRemoval,
  portalActivity: PortalActivity,
  portalSecure: PortalSecure,
  portalMissing: PortalMissing,
} as const

/** Drawn inside the frame of the administration panel. */
const PANEL_SCREENS = {
  panelOverview: Overview,
  panelSearch: Search,
  panelRefused: PanelRefused,
  panelConfirmIdentity: ConfirmIdentity,
  panelClientList: ClientList,
  panelClientCreate: ClientCreate,
  panelClientOnce: ClientOnce,
  panelClientAgain: ClientAgain,
  panelClientConfiguration: ClientConfiguration,
  panelClientOverview: ClientOverview,
  panelClientSettings: ClientSettings,
  panelClientConflict: ClientConflict,
  panelClientScopes: ClientScopes,
  panelClientReview: ClientReview,
  panelConsentPreview: ConsentPreview,
  panelClientTester: ClientTester,
  panelClientSecurity: ClientSecurity,
  panelClientLifecycle: ClientLifecycle,
  panelClientAct: ClientQuestion,
  panelGoLiveHindered: GoLiveNotAllowed,
  panelAccessQuestion: AccessQuestion,
  panelClientActivity: ClientActivity,
  panelClientMissing: ClientMissing,
  panelUserList: UserList,
  panelUserCreate: UserCreate,
  panelUserAccess: UserAccess,
  panelUserOnce: UserOnce,
  panelUserAgain: UserAgain,
  panelUserMissing: UserMissing,
  panelUserPage: UserPage,
  panelUserEdit: UserEdit,
  panelUserActQuestion: UserQuestion,
  panelUserRemove: UserRemove,
  panelUserFactors: UserFactorsPage,
  panelUserUnlink: UserUnlink,
  panelUserRoles: UserRoles,
  panelRoleList: RoleList,
  panelRoleRemove: RoleRemove,
  panelSessionList: SessionList,
  panelSessionEnd: SessionEnd,
  panelActivity: Activity,
  panelActivityEntry: ActivityEntry,
  panelExplain: Explain,
  panelDeliveryGroups: DeliveryGroups,
  panelClientDeliveries: ClientDeliveries,
  panelDelivery: DeliveryPage,
  panelLetters: Letters,
  panelKeyList: KeyList,
  panelKeyRotate: KeyRotate,
  panelSettings: Settings,
  panelHealth: Health,
} as const

const SCREENS = { ...PUBLIC_SCREENS, ...PORTAL_SCREENS, ...PANEL_SCREENS } as const

export type ScreenName = keyof typeof SCREENS
type PropsOf<Shown> = Shown extends (props: infer Props) => VNode ? Omit<Props, keyof Viewed> : never

/** What each screen is given: `ScreenProps['consent']`. */
export type ScreenProps = { readonly [Name in ScreenName]: PropsOf<(typeof SCREENS)[Name]> }

export const SCREEN_NAMES = Object.keys(SCREENS) as readonly ScreenName[]

const BY_SCREEN = new Map<unknown, ScreenName>(SCREEN_NAMES.map((name) => [SCREENS[name], name]))

/** The name of a screen; undefined for one that is in no list, and so cannot be replaced. */
export function nameOfScreen(screen: unknown): ScreenName | undefined {
  return BY_SCREEN.get(screen)
}

/** Whose frame is around a screen. */
export function frameOfScreen(name: ScreenName): 'public' | 'portal' | 'panel' {
  return name in PORTAL_SCREENS ? 'portal' : name in PANEL_SCREENS ? 'panel' : 'public'
}
