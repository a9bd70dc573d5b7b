/** `portico client …` next to a service that runs on the same store. */
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { patientRedis, patientVariables } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { partyOf } from '../support/registered-party.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { type Printed, portico, wordsOf } from './portico.ts'

export const STORES = ['an embedded file', 'Redis'] as const
export const OWNER = ['--owner', 'owner@example.com']

/** The line that registers a confidential client. */
export const creation = (id: string, ...more: readonly string[]): readonly string[] => {
  const what = ['--name', `The ${id}`, ...OWNER, '--type', 'confidential']
  return ['create', id, ...what, '--redirect-uri', `https://${id}.example/callback`, ...wordsOf(...more)]
}

export type ClientWorld = Awaited<ReturnType<typeof startClientWorld>>

export async function startClientWorld(kind: (typeof STORES)[number]) {
  const folder = newFolder()
  const redis = kind === 'Redis' ? await startRedis() : undefined
  const storage =
    redis === undefined ? embeddedStorage({ file: join(folder, 'portico.sqlite') }) : patientRedis(redis.url)
  const idp: Idp = await startIdp({ options: { storage } })
  const env = {
    BASE_URL: idp.issuer,
    PORTICO_DATA: folder,
    PORTICO_SECRET: ROOT_SECRET,
    ...(redis === undefined ? {} : patientVariables(redis.url)),
  }

  const client = (...line: readonly string[]): Promise<Printed> => portico(['client', ...wordsOf(...line)], env)
  const create = (id: string, ...more: readonly string[]): Promise<Printed> => client(...creation(id, ...more))
  const party = (id: string, secret: unknown): RelyingParty => partyOf(idp, id, String(secret))
  return stoppedAtEnd({
    idp,
    accounts: idp.portico.accounts as EmbeddedDirectory,
    /** The variables that name the store. */
    env,
    client,
    create,
    party,
    /** The data that a command which succeeds prints with --json. */
    async data(...line: readonly string[]): Promise<Record<string, unknown>> {
      const { code, out, err } = await client(...line, '--json')
      if (code !== 0) throw new Error(err)
      return JSON.parse(out) as Record<string, unknown>
    },
    /** A client with its secret, through the command line. */
    async made(id: string, ...more: readonly string[]): Promise<RelyingParty> {
      const { out } = await create(id, ...more, '--json')
      return party(id, (JSON.parse(out) as { clientSecret: string }).clientSecret)
    },
    /** Changes to a client, oldest first. */
    operations: async (id: string) =>
      (await idp.portico.audit.list({ client: id, group: 'client' }, undefined, 20)).entries.toReversed(),
    async stop(): Promise<void> {
      await idp.stop()
      await redis?.stop()
    },
  })
}
