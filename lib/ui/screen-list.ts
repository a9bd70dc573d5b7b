/**
 * Every screen by the name under which a host may put a page of its own in its place (`ui.views`). Names and props are part
 * of the package's interface: they change with a major version.
 */
import type { VNode } from 'preact'
import { ClientAct, GoLiveHindered } from './screens/admin/clients/client-act.tsx'
import { ClientActivity } from './screens/admin/clients/client-activity.tsx'
import { ClientConflict } from './screens/admin/clients/client-conflict.tsx'
import { ClientCreate } from './screens/admin/clients/client-create.tsx'
import { ClientLifecycle } from './screens/admin/clients/client-lifecycle.tsx'
import { ClientList } from './screens/admin/clients/client-list.tsx'
import { ClientMissing } from './screens/admin/clients/client-missing.tsx'
import { ClientAgain, ClientConfiguration, ClientOnce } from './screens/admin/clients/client-once.tsx'
import { ClientOverview } from './screens/admin/clients/client-overview.tsx'
import { ClientScopes } from './screens/admin/clients/client-scopes.tsx'
import { ClientSecurity } from './screens/admin/clients/client-security.tsx'
import { ClientSettings } from './screens/admin/clients/client-settings.tsx'
import { ClientTester } from './screens/admin/clients/client-tester.tsx'
import { ConsentPreview } from './screens/admin/clients/consent-preview.tsx'
import { ConfirmIdentity } from './screens/admin/confirm-identity.tsx'
import { Activity } from './screens/admin/operations/activity.tsx'
import { ActivityEntry } from './screens/admin/operations/activity-entry.tsx'
import { DeliveryList } from './screens/admin/operations/deliveries.tsx'
import { Explain } from './screens/admin/operations/explain.tsx'
import { KeyList, KeyRotate } from './screens/admin/operations/keys.tsx'
import { Overview } from './screens/admin/operations/overview.tsx'
import { SessionEnd } from './screens/admin/operations/session-end.tsx'
import { SessionList } from './screens/admin/operations/sessions.tsx'
import { Settings } from './screens/admin/operations/settings.tsx'
import { PanelRefused } from './screens/admin/panel-refused.tsx'
import { Search } from './screens/admin/search.tsx'
import { RoleRemove } from './screens/admin/users/role-remove.tsx'
import { UserActQuestion } from './screens/admin/users/user-act.tsx'
import { UserCreate } from './screens/admin/users/user-create.tsx'
import { UserEdit } from './screens/admin/users/user-edit.tsx'
import { UserFactorsPage } from './screens/admin/users/user-factors.tsx'
import { UserList } from './screens/admin/users/user-list.tsx'
import { UserAgain, UserMissing, UserOnce } from './screens/admin/users/user-once.tsx'
import { UserPage } from './screens/admin/users/user-page.tsx'
import { UserRemove } from './screens/admin/users/user-remove.tsx'
import { RoleList, UserRoles } from './screens/admin/users/user-roles.tsx'
import { Consent } from './screens/auth/consent.tsx'
import { ErrorPage } from './screens/auth/error-page.tsx'
import { ErrorReference } from './screens/auth/error-reference.tsx'
import { LogoutConfirm } from './screens/auth/logout-confirm.tsx'
import { NewPassword } from './screens/auth/new-password.tsx'
import { NoAccess } from './screens/auth/no-access.tsx'
import { NotAllowed } from './screens/auth/not-allowed.tsx'
import { PageExpired } from './screens/auth/page-expired.tsx'
import { SecondStep } from './screens/auth/second-step.tsx'
import { SelectAccount } from './screens/auth/select-account.tsx'
import { SignIn } from './screens/auth/sign-in.tsx'
import { SignInCancelled } from './screens/auth/sign-in-cancelled.tsx'
import { SignedIn } from './screens/auth/signed-in.tsx'
import { SignedOut } from './screens/auth/signed-out.tsx'
import { SigningOut } from './screens/auth/signing-out.tsx'
import { PortalActivity } from './screens/portal/activity.tsx'
import { PortalApps } from './screens/portal/apps.tsx'
import { PortalDeviceSignOut } from './screens/portal/device-sign-out.tsx'
import { PortalDevices } from './screens/portal/devices.tsx'
import { PortalHome } from './screens/portal/home.tsx'
import { PortalPassword } from './screens/portal/password.tsx'
import { PortalMissing } from './screens/portal/portal-missing.tsx'
import { PortalProfile } from './screens/portal/profile.tsx'
import { PortalSecure } from './screens/portal/secure.tsx'
import { PortalSecurity } from './screens/portal/security.tsx'
import { PortalAuthenticator } from './screens/portal/security-authenticator.tsx'
import { PortalCodes, PortalRenewCodes } from './screens/portal/security-codes.tsx'
import { PortalPasskey, PortalRename } from './screens/portal/security-passkey.tsx'
import { PortalConfirmIdentity, PortalRemoval } from './screens/portal/security-removal.tsx'
import type { Viewed } from './view.ts'

/** On the way in and out. */
const PUBLIC_SCREENS = {
  signIn: SignIn,
  secondStep: SecondStep,
  newPassword: NewPassword,
  signedIn: SignedIn,
  consent: Consent,
  selectAccount: SelectAccount,
  notAllowed: NotAllowed,
  noAccess: NoAccess,
  pageExpired: PageExpired,
  signInCancelled: SignInCancelled,
  errorPage: ErrorPage,
  errorReference: ErrorReference,
  logoutConfirm: LogoutConfirm,
  signingOut: SigningOut,
  signedOut: SignedOut,
} as const

/** Drawn inside the frame of the portal. */
const PORTAL_SCREENS = {
  portalHome: PortalHome,
  portalProfile: PortalProfile,
  portalPassword: PortalPassword,
  portalSecurity: PortalSecurity,
  portalPasskey: PortalPasskey,
  portalPasskeyRename: PortalRename,
  portalAuthenticator: PortalAuthenticator,
  portalRecoveryCodes: PortalCodes,
  portalRecoveryCodesRenew: PortalRenewCodes,
  portalMethodRemoval: PortalRemoval,
  portalConfirmIdentity: PortalConfirmIdentity,
  portalDevices: PortalDevices,
  portalDeviceSignOut: PortalDeviceSignOut,
  portalApps: PortalApps,
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
  panelConsentPreview: ConsentPreview,
  panelClientTester: ClientTester,
  panelClientSecurity: ClientSecurity,
  panelClientLifecycle: ClientLifecycle,
  panelClientAct: ClientAct,
  panelGoLiveHindered: GoLiveHindered,
  panelClientActivity: ClientActivity,
  panelClientMissing: ClientMissing,
  panelUserList: UserList,
  panelUserCreate: UserCreate,
  panelUserOnce: UserOnce,
  panelUserAgain: UserAgain,
  panelUserMissing: UserMissing,
  panelUserPage: UserPage,
  panelUserEdit: UserEdit,
  panelUserActQuestion: UserActQuestion,
  panelUserRemove: UserRemove,
  panelUserFactors: UserFactorsPage,
  panelUserRoles: UserRoles,
  panelRoleList: RoleList,
  panelRoleRemove: RoleRemove,
  panelSessionList: SessionList,
  panelSessionEnd: SessionEnd,
  panelActivity: Activity,
  panelActivityEntry: ActivityEntry,
  panelExplain: Explain,
  panelDeliveryList: DeliveryList,
  panelKeyList: KeyList,
  panelKeyRotate: KeyRotate,
  panelSettings: Settings,
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
