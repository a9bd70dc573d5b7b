/**
 * Times that no test is about. A test waits for a state, and only a hang takes as long as this; and the service gets so much time for
 * what it waits for (a command of the store, a directory, a ping) that a busy machine does not use it up.
 */

/** Milliseconds after which a wait is in vain. Less than the runner gives a test, so that the wait says what did not come. */
export const HANG_MS = 480_000
/** Milliseconds for a time limit of the service, where the test is not about that limit. */
export const GENEROUS_MS = 30_000
