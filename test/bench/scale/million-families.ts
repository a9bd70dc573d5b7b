/** A million token families, whose refresh tokens are computed instead of stored. */
import { createHash, createHmac } from 'node:crypto'
import { deriveKeys } from '../../../lib/domain/keys/derived-keys.ts'
import { digestOf } from '../../../lib/domain/keys/digest.ts'
import type { PostgresServer } from '../../support/postgres.ts'
import { BENCH_SECRET } from '../fixtures.ts'

const PORTION = 20_000
const BODY_BYTES = 32
const ENDS_AT = 0xffff_ffff
const [key] = deriveKeys([BENCH_SECRET], 'token-tag')
const body = Buffer.alloc(BODY_BYTES)
body.writeUInt32BE(ENDS_AT, BODY_BYTES - 4)

const idOf = (index: number): Buffer => createHash('sha256').update(`family ${index}`).digest().subarray(0, 16)

/** The first refresh token of a family (lib/domain/tokens/token-values.ts has the format). */
export function refreshTokenAt(index: number): string {
  const id = idOf(index)
  const tag = createHmac('sha256', key).update('refresh').update(body).update(id).digest().subarray(0, 16)
  return Buffer.concat([body, tag, id]).toString('base64url')
}

const hashAt = (index: number): string => digestOf(refreshTokenAt(index), 16)

/**
 * Copies the row of a real family, each time with another ID and refresh token.
 * @param token the refresh token of that family
 * @param expired rows that a sweep deletes
 */
export async function fillFamilies(server: PostgresServer, token: string, count: number, expired: number) {
  const hash = digestOf(token, 16)
  const [real] = await server.admin(`SELECT record FROM portico.families WHERE strpos(record, '${hash}') > 0`)
  const [before, after] = String(real?.['record']).split(hash)
  if (after === undefined) throw new Error('no record has the hash of the refresh token')
  for (let from = 0; from < count; from += PORTION) {
    const places = Array.from({ length: Math.min(PORTION, count - from) }, (_, place) => from + place)
    const list = (text: (index: number) => string): string => `'{${places.map(text).join()}}'::text[]`
    await server.admin(
      `INSERT INTO portico.families (id, record, expires_at, sweep_at)
       SELECT id, '${before}' || hash || '${after}', now() + interval '30 days', now() + interval '30 days'
       FROM unnest(${list((index) => idOf(index).toString('base64url'))}, ${list(hashAt)}) AS new (id, hash)`,
    )
  }
  await server.admin(
    `INSERT INTO portico.families (id, record, expires_at) SELECT 'expired-' || n, '${before}${after}', now()
     FROM generate_series(1, ${expired}) AS n`,
  )
  await server.admin('VACUUM ANALYZE')
}
