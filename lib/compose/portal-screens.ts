/** Screens inside the frame of the portal. */
export { PortalActivity as portalActivity } from '../apps/portal/activity-view.tsx'
export { PortalAppRemoval as portalAppRemoval } from '../apps/portal/app-removal-view.tsx'
export { PortalApps as portalApps } from '../apps/portal/apps-view.tsx'
export { PortalDeviceSignOut as portalDeviceSignOut } from '../apps/portal/device-sign-out-view.tsx'
export { PortalDevices as portalDevices } from '../apps/portal/devices-view.tsx'
export { PortalHome as portalHome } from '../apps/portal/home-view.tsx'
export { PortalMissing as portalMissing } from '../apps/portal/missing-view.tsx'
export { PortalPassword as portalPassword } from '../apps/portal/password-view.tsx'
export { PortalProfile as portalProfile, PortalProfileEdit as portalProfileEdit } from '../apps/portal/profile-view.tsx'
export { PortalSecure as portalSecure } from '../apps/portal/secure-view.tsx'
export { PortalAuthenticator as portalAuthenticator } from '../apps/portal/security-authenticator-view.tsx'
export {
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
