/**
 * The complete list of a full run's figures with their targets. Lower is better for each one with a target; the others
 * are informational. `--only`, the results and the picture use these names.
 */
export interface Row {
  readonly name: string
  readonly unit: Unit
  /** The maximum. */
  readonly target?: number
}

/** `×`: relative to the other side, which is 1. `MiB`: 2^20 bytes. `1/s`: higher is better. */
export type Unit = '×' | 'bytes' | 'MiB' | 'ms' | '1/s' | 'round trips'

export const ROWS = [
  // The server's processor time per request: the library in a host, relative to the bare engine.
  { name: 'refresh', unit: '×', target: 0.36 },
  { name: 'code exchange', unit: '×', target: 0.33 },
  { name: 'introspection', unit: '×', target: 0.8 },
  // Tokens of another node: each signature is verified once. The engine's tokens have none.
  { name: 'first introspection', unit: '×', target: 1.28 },
  { name: 'userinfo', unit: '×', target: 0.9 },
  { name: 'first userinfo', unit: '×', target: 1.28 },
  { name: 'silent authorize', unit: '×', target: 0.45 },
  { name: 'discovery', unit: '×', target: 0.6 },
  { name: 'JWKS', unit: '×', target: 1.1 },
  { name: 'interactive sign-in (no hash)', unit: '×', target: 0.8 },
  { name: 'interactive sign-in (argon2id)', unit: '×' },

  // The same for the reference deployment and for the floor, relative to the bare engine.
  { name: 'refresh (reference deployment)', unit: '×' },
  { name: 'code exchange (reference deployment)', unit: '×' },
  { name: 'introspection (reference deployment)', unit: '×' },
  { name: 'userinfo (reference deployment)', unit: '×' },
  { name: 'silent authorize (reference deployment)', unit: '×', target: 0.45 },
  { name: 'discovery (reference deployment)', unit: '×' },
  { name: 'JWKS (reference deployment)', unit: '×' },
  { name: 'refresh (floor)', unit: '×' },

  // The server's processor time, without that of the store; and throughput, which includes waiting for the store.
  { name: 'introspection (embedded : Redis)', unit: '×', target: 1.15 },
  { name: 'introspection (PostgreSQL : Redis)', unit: '×' },
  { name: 'introspection (PostgreSQL without synchronous_commit : Redis)', unit: '×' },
  { name: 'refresh (embedded : Redis)', unit: '×' },
  { name: 'refresh (PostgreSQL : Redis)', unit: '×' },
  { name: 'refresh (PostgreSQL without synchronous_commit : Redis)', unit: '×' },
  { name: 'refreshes (Redis)', unit: '1/s' },
  { name: 'refreshes (embedded)', unit: '1/s' },
  { name: 'refreshes (PostgreSQL)', unit: '1/s' },
  { name: 'refreshes (PostgreSQL without synchronous_commit)', unit: '1/s' },

  // Processor time of all processes; throughput per second of time, of their processor time, and of that of Redis.
  { name: 'refresh (2 workers : 1)', unit: '×', target: 1.1 },
  { name: 'refreshes (1 worker)', unit: '1/s' },
  { name: 'refreshes (2 workers)', unit: '1/s' },
  { name: 'refreshes of a core (1 worker)', unit: '1/s' },
  { name: 'refreshes of a core (2 workers)', unit: '1/s' },
  { name: 'refreshes of a Redis', unit: '1/s' },
  { name: 'sign-ins (1 worker)', unit: '1/s' },
  { name: 'sign-ins (2 workers)', unit: '1/s' },
  { name: 'sign-ins of a core (1 worker)', unit: '1/s' },
  { name: 'sign-ins of a core (2 workers)', unit: '1/s' },
  { name: 'sign-ins of a Redis', unit: '1/s' },

  // Sign-in page, styles, scripts, icon and all response heads.
  { name: 'first page', unit: 'bytes', target: 12_288 },
  { name: 'first page (gzip alone)', unit: 'bytes', target: 12_288 },

  // From the start of the process to the first response, relative to the bare engine, on a used store.
  { name: 'start (embedded)', unit: '×', target: 1.15 },
  { name: 'start (Redis)', unit: '×', target: 1.35 },
  { name: 'start (reference deployment)', unit: '×' },
  { name: 'time to start (bare engine)', unit: 'ms' },
  { name: 'time to start (embedded)', unit: 'ms' },
  { name: 'time to start (Redis)', unit: 'ms' },
  { name: 'time to start (reference deployment)', unit: 'ms' },

  // Five seconds after the start; after all operations and five idle seconds; the peak.
  { name: 'memory at rest (bare engine)', unit: 'MiB' },
  { name: 'memory at rest (library)', unit: 'MiB' },
  { name: 'memory at rest (reference deployment)', unit: 'MiB' },
  { name: 'memory at rest (reference deployment less bare engine)', unit: 'MiB', target: 15 },
  { name: 'memory at rest (reference deployment with 40 accounts)', unit: 'MiB' },
  { name: 'memory after (bare engine)', unit: 'MiB' },
  { name: 'memory after (library)', unit: 'MiB' },
  { name: 'memory after (library : bare engine)', unit: '×', target: 1.1 },
  { name: 'memory after (reference deployment)', unit: 'MiB', target: 180 },
  { name: 'peak memory (bare engine)', unit: 'MiB' },
  { name: 'peak memory (library)', unit: 'MiB' },
  { name: 'peak memory (reference deployment)', unit: 'MiB' },

  // Counts, which are exact; bench.test.ts checks them.
  { name: 'token family', unit: 'bytes', target: 400 },
  { name: 'token family after ten refreshes', unit: 'bytes', target: 400 },
  { name: 'silent authorize to Redis', unit: 'round trips', target: 4 },
] as const satisfies readonly Row[]

export type RowName = (typeof ROWS)[number]['name']
