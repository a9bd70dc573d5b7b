/** Screens inside the portal's frame. */
export { PortalActivity as portalActivity } from '../apps/portal/activity-view.tsx'
export { PortalAppRemoval as portalAppRemoval, PortalApps as portalApps } from '../apps/portal/apps-view.tsx'
export {
  PortalDeviceSignOut as portalDeviceSignOut,
  PortalDevices as portalDevices,
} from '../apps/portal/devices-view.tsx'
export { PortalMissing as portalMissing } from '../apps/portal/frame-view.tsx'
export { PortalHome as portalHome } from '../apps/portal/home-view.tsx'
export { PortalPassword as portalPassword, PortalSecure as portalSecure } from '../apps/portal/password-view.tsx'
export { PortalProfile as portalProfile, PortalProfileEdit as portalProfileEdit } from '../apps/portal/profile-view.tsx'
export {
  PortalAuthenticator as portalAuthenticator,
  PortalCodes as portalRecoveryCodes,
  PortalRenewCodes as portalRecoveryCodesRenew,
} from '../apps/portal/security-codes-view.tsx'
export {
  PortalConnect as portalConnect,
  PortalDisconnect as portalDisconnect,
} from '../apps/portal/security-identities-view.tsx'
export {
  PortalPasskey as portalPasskey,
  PortalRename as portalPasskeyRename,
} from '../apps/portal/security-passkey-view.tsx'
export {
  PortalConfirmIdentity as portalConfirmIdentity,
  PortalRemoval as portalMethodRemoval,
} from '../apps/portal/security-removal-view.tsx'
export { PortalSecurity as portalSecurity } from '../apps/portal/security-view.tsx'
