/**
 * Timeouts that are not the subject of a test. A test waits for a state, and only a hang takes this long. Portico gets
 * generous timeouts for the store, directories and pings, so that a busy machine does not exceed them.
 */

/** Milliseconds before a wait fails. Less than the runner's limit, so that the error names the awaited state. */
export const HANG_MS = 480_000
/** Milliseconds for a timeout of Portico that is not the subject of the test. */
export const GENEROUS_MS = 30_000
