import { showAnswered, takeAnswered } from './answered.ts'
import { showConfirmIdentity, takeConfirmIdentity } from './confirm-identity.ts'
import { showConsent, takeConsent } from './consent.ts'
import { showMailCode, takeMailCode } from './mail-code.ts'
import { showNewPassword, takeNewPassword } from './new-password.ts'
import { showNotAllowed, takeNotAllowed } from './not-allowed.ts'
import type { StageHandlers } from './open-interaction.ts'
import { showPasskeyOffer, takePasskeyOffer } from './passkey-offer.ts'
import { showSecondStep, takeSecondStep } from './second-step.ts'
import { showSelectAccount, takeSelectAccount } from './select-account.ts'
import { showSignIn, takeSignIn } from './sign-in.ts'
import { showSignedIn, takeSignedIn } from './signed-in.ts'
import type { Stage } from './stage.ts'

/** Page and form handler of each stage. README.md has the diagram and the transitions. */
export const STAGES: Readonly<Record<Stage, StageHandlers>> = {
  'sign-in': { show: showSignIn, take: takeSignIn },
  'confirm-identity': { show: showConfirmIdentity, take: takeConfirmIdentity },
  'second-step': { show: showSecondStep, take: takeSecondStep },
  'mail-code': { show: showMailCode, take: takeMailCode },
  'new-password': { show: showNewPassword, take: takeNewPassword },
  'passkey-offer': { show: showPasskeyOffer, take: takePasskeyOffer },
  'select-account': { show: showSelectAccount, take: takeSelectAccount },
  'not-allowed': { show: showNotAllowed, take: takeNotAllowed },
  consent: { show: showConsent, take: takeConsent },
  'signed-in': { show: showSignedIn, take: takeSignedIn },
  answered: { show: showAnswered, take: takeAnswered },
}
