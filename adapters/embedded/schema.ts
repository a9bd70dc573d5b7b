import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

const compressed = readFileSync(new URL('./generated/schema.json.br', import.meta.url))
const scripts = JSON.parse(String(brotliDecompressSync(compressed))) as Readonly<Record<string, string>>

/**
 * The tables. Each script in `schema/` upgrades the schema by one version: opening a file at version n runs all scripts
 * from index n onward in one transaction. A released script never changes; every later change goes into a new script.
 * Tables with expiring rows have an `expires_at` column (milliseconds), and `expiry-sweep.ts` reads them in rowid
 * order. An index on `expires_at` would slow down every write. Revocation versions never expire (see `subjects.ts`).
 */
export const SCHEMA = Object.values(scripts)

/** Tables from which `expiry-sweep.ts` deletes rows. */
export const EXPIRING = ['families', 'ended_sessions', 'sessions', 'session_links', 'records', 'deliveries'] as const
