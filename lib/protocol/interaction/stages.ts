import { answered, notAllowed, selectAccount, signedIn } from './button-stages.ts'
import { showConsent, takeConsent } from './consent.ts'
import { showMailCode, takeMailCode } from './mail-code.ts'
import { showNewPassword, takeNewPassword } from './new-password.ts'
import type { StageHandlers } from './open-interaction.ts'
import { showPasskeyOffer, takePasskeyOffer } from './passkey-offer.ts'
import { showSecondStep, takeSecondStep } from './second-step.ts'
import { showFirstStep, takeFirstStep } from './sign-in.ts'
import type { FirstStep, Stage } from './stage.ts'

const firstStep = (stage: FirstStep): StageHandlers => ({
  show: (services, open) => showFirstStep(services, open, stage),
  take: (services, open, form) => takeFirstStep(services, open, stage, form),
})

/** Loaded at first use, because only this page draws QR codes. */
const enroll: StageHandlers = {
  show: async (...asked) => (await import('./enroll.ts')).showEnroll(...asked),
  take: async (...asked) => (await import('./enroll.ts')).takeEnroll(...asked),
}

/** The page and form handler for each stage. README.md contains the diagram and the transitions. */
export const STAGES: Readonly<Record<Stage, StageHandlers>> = {
  'sign-in': firstStep('sign-in'),
  'confirm-identity': firstStep('confirm-identity'),
  'second-step': { show: showSecondStep, take: takeSecondStep },
  enroll,
  'mail-code': { show: showMailCode, take: takeMailCode },
  'new-password': { show: showNewPassword, take: takeNewPassword },
  'passkey-offer': { show: showPasskeyOffer, take: takePasskeyOffer },
  'select-account': selectAccount,
  'not-allowed': notAllowed,
  consent: { show: showConsent, take: takeConsent },
  'signed-in': signedIn,
  answered,
}
