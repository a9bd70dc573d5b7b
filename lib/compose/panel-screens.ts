/** Screens inside the administration panel's frame. */
export { AccessQuestion as panelAccessQuestion } from '../apps/admin/clients/access-view.tsx'
export { ClientActivity as panelClientActivity } from '../apps/admin/clients/activity-view.tsx'
export { ClientConflict as panelClientConflict } from '../apps/admin/clients/conflict-view.tsx'
export { ClientCreate as panelClientCreate } from '../apps/admin/clients/create-view.tsx'
export {
  ClientAgain as panelClientAgain,
  ClientConfiguration as panelClientConfiguration,
  ClientOnce as panelClientOnce,
} from '../apps/admin/clients/credentials-view.tsx'
export { ClientMissing as panelClientMissing } from '../apps/admin/clients/frame-view.tsx'
export { ClientLifecycle as panelClientLifecycle } from '../apps/admin/clients/lifecycle-view.tsx'
export { ClientList as panelClientList } from '../apps/admin/clients/list-view.tsx'
export {
  ClientQuestion as panelClientAct,
  GoLiveNotAllowed as panelGoLiveHindered,
} from '../apps/admin/clients/operation-view.tsx'
export { ClientOverview as panelClientOverview } from '../apps/admin/clients/overview-view.tsx'
export { ClientRequest as panelClientRequest } from '../apps/admin/clients/requests-view.tsx'
export { ClientReview as panelClientReview } from '../apps/admin/clients/review-view.tsx'
export {
  ClientScopes as panelClientScopes,
  ConsentPreview as panelConsentPreview,
} from '../apps/admin/clients/scopes-view.tsx'
export { ClientSecurity as panelClientSecurity } from '../apps/admin/clients/security-view.tsx'
export { ClientSettings as panelClientSettings } from '../apps/admin/clients/settings-view.tsx'
export { ClientTester as panelClientTester } from '../apps/admin/clients/tester-view.tsx'
export { ActivityEntry as panelActivityEntry } from '../apps/admin/operations/activity-entry-view.tsx'
export { Activity as panelActivity } from '../apps/admin/operations/activity-view.tsx'
export { Appearance as panelAppearance } from '../apps/admin/operations/appearance-view.tsx'
export { DeliveryGroups as panelDeliveryGroups } from '../apps/admin/operations/deliveries-view.tsx'
export { ClientDeliveries as panelClientDeliveries } from '../apps/admin/operations/delivery-list-view.tsx'
export { DeliveryPage as panelDelivery } from '../apps/admin/operations/delivery-view.tsx'
export { Emails as panelEmails } from '../apps/admin/operations/emails-view.tsx'
export { Explain as panelExplain } from '../apps/admin/operations/explain-view.tsx'
export { Health as panelHealth } from '../apps/admin/operations/health-view.tsx'
export { Inspect as panelInspect } from '../apps/admin/operations/inspect-view.tsx'
export {
  KeyList as panelKeyList,
  KeyRotate as panelKeyRotate,
  KeyWithdraw as panelKeyWithdraw,
} from '../apps/admin/operations/keys-view.tsx'
export { Overview as panelOverview } from '../apps/admin/operations/overview-view.tsx'
export { Search as panelSearch } from '../apps/admin/operations/search-view.tsx'
export { SessionEnd as panelSessionEnd } from '../apps/admin/operations/session-end-view.tsx'
export { SessionList as panelSessionList } from '../apps/admin/operations/sessions-view.tsx'
export { Settings as panelSettings } from '../apps/admin/operations/settings-view.tsx'
export {
  ConfirmIdentity as panelConfirmIdentity,
  PanelRefused as panelRefused,
} from '../apps/admin/shell/refused-view.tsx'
export { UserAccess as panelUserAccess } from '../apps/admin/users/access-view.tsx'
export { UserCreate as panelUserCreate } from '../apps/admin/users/create-view.tsx'
export { UserEdit as panelUserEdit } from '../apps/admin/users/edit-view.tsx'
export { UserEnd as panelUserEnd } from '../apps/admin/users/end-view.tsx'
export { UserFactorRemoval as panelUserFactorRemoval } from '../apps/admin/users/factor-removal-view.tsx'
export { UserFactorsPage as panelUserFactors } from '../apps/admin/users/factors-view.tsx'
export { UserUnlink as panelUserUnlink } from '../apps/admin/users/identities-view.tsx'
export { UserImportPage as panelUserImport } from '../apps/admin/users/import-view.tsx'
export { UserList as panelUserList } from '../apps/admin/users/list-view.tsx'
export { ManyQuestion as panelUsersSelected } from '../apps/admin/users/many-view.tsx'
export {
  UserOffboard as panelUserOffboard,
  UserReceipt as panelUserReceipt,
} from '../apps/admin/users/offboard-view.tsx'
export {
  UserAgain as panelUserAgain,
  UserMissing as panelUserMissing,
  UserOnce as panelUserOnce,
} from '../apps/admin/users/one-time-password-view.tsx'
export {
  UserQuestion as panelUserActQuestion,
  UserRemove as panelUserRemove,
} from '../apps/admin/users/operation-view.tsx'
export { FactorPlan as panelFactorPlan } from '../apps/admin/users/plan-view.tsx'
export { RoleList as panelRoleList, RoleRemove as panelRoleRemove } from '../apps/admin/users/role-list-view.tsx'
export { UserRoles as panelUserRoles } from '../apps/admin/users/roles-view.tsx'
export { UserPage as panelUserPage } from '../apps/admin/users/user-view.tsx'
