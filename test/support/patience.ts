/** A test or hook may take 15 s (package.json). What takes longer says why, by one of these or by a constant of its own. */

/** Processes of the service, a browser or a cluster are started: each takes a second of a core, and there may be two cores. */
export const STARTING_MS = 60_000
/** Thousands of codes or tokens are issued, or records written. */
export const FILLING_MS = 60_000
/** Seconds are waited for in full: leases, time-outs, pauses between tries. */
export const WAITING_MS = 40_000
/** A hundred sign-ins are tried, one after the other, with real password hashes. */
export const HASHING_MS = 60_000
