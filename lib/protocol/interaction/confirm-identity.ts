import type { Form, OpenInteraction, Outcome } from './open-interaction.ts'
import { type SignInPageServices, type SignInServices, showFirstStep, takeFirstStep } from './sign-in.ts'

/** The client requires the session's user to sign in again (`prompt=login`, `max_age`). */
export const showConfirmIdentity = (services: SignInPageServices, open: OpenInteraction): Promise<void> =>
  showFirstStep(services, open, 'confirm-identity')

export const takeConfirmIdentity = (services: SignInServices, open: OpenInteraction, form: Form): Promise<Outcome> =>
  takeFirstStep(services, open, 'confirm-identity', form)
