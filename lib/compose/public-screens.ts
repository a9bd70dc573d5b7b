/** Screens for sign-in, sign-out, and errors. */
export { NoAccess as noAccess, SignInCancelled as signInCancelled } from '../apps/first-party/no-access-view.tsx'
export { ErrorList as errorList } from '../protocol/endpoints/error-list-view.tsx'
export { ErrorReference as errorReference } from '../protocol/endpoints/error-reference-view.tsx'
export { LibraryTopic as libraryTopic } from '../protocol/endpoints/library-topic-view.tsx'
export {
  NotAllowed as notAllowed,
  SelectAccount as selectAccount,
  SignedIn as signedIn,
  Suspended as suspended,
} from '../protocol/interaction/button-stages-view.tsx'
export { Consent as consent } from '../protocol/interaction/consent-view.tsx'
export { Enroll as enroll, Enrolled as enrolled } from '../protocol/interaction/enroll-view.tsx'
export { MailCode as mailCode } from '../protocol/interaction/mail-code-view.tsx'
export { NewPassword as newPassword } from '../protocol/interaction/new-password-view.tsx'
export { PageExpired as pageExpired } from '../protocol/interaction/page-expired-view.tsx'
export {
  PasskeyCreated as passkeyCreated,
  PasskeyOffer as passkeyOffer,
  PasskeySilent as passkeySilent,
} from '../protocol/interaction/passkey-offer-view.tsx'
export { SecondStep as secondStep } from '../protocol/interaction/second-step-view.tsx'
export { SignIn as signIn } from '../protocol/interaction/sign-in-view.tsx'
export { LogoutConfirm as logoutConfirm } from '../protocol/logout/confirm-view.tsx'
export { SignedOut as signedOut } from '../protocol/logout/signed-out-view.tsx'
export { SigningOut as signingOut } from '../protocol/logout/signing-out-view.tsx'
export { RecoveryChoose as recoveryChoose, RecoveryStep as recoveryStep } from '../protocol/recovery/choose-view.tsx'
export {
  RecoveryAddress as recoveryAddress,
  RecoveryNotMe as recoveryNotMe,
} from '../protocol/recovery/confirm-view.tsx'
export { RecoveryConnect as recoveryConnect } from '../protocol/recovery/connect-view.tsx'
export { RecoveryDone as recoveryDone } from '../protocol/recovery/done-view.tsx'
export { Forgot as recoveryForgot, ForgotSent as recoverySent } from '../protocol/recovery/forgot-view.tsx'
export { LinkVoid as recoveryVoid } from '../protocol/recovery/void-view.tsx'
export { ErrorPage as errorPage } from '../web/pages/error-page-view.tsx'
