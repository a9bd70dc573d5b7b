/** Name of the prompt that asks a user who is signed in for a second step. */
export const STEP_UP = 'step_up'
/** Name of the prompt that shows a user that an app is not for them. */
export const NOT_ALLOWED = 'not_allowed'
