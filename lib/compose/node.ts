import { randomUUID } from 'node:crypto'
import type { Finding } from '../../policies/findings.ts'
import { OWN_VERSION } from '../config/own-version.ts'
import { undecryptableDataError } from '../config/store-mismatch.ts'
import { doctorProof } from '../domain/keys/doctor-proof.ts'
import { nodeClock } from '../domain/nodes/node-clock.ts'
import { nodePresence } from '../domain/nodes/node-presence.ts'
import { settingDigests } from '../domain/nodes/settings-digest.ts'
import { storeIdentity } from '../domain/nodes/store-identity.ts'
import type { ExpectedClients } from '../domain/seed/expected-clients.ts'
import { fillStore } from '../domain/seed/fill-store.ts'
import { readiness } from '../domain/seed/readiness.ts'
import type { RemovedClients } from '../domain/seed/removed-clients.ts'
import { seeding } from '../domain/seed/seeding.ts'
import { seedingMarker } from '../domain/seed/seeding-marker.ts'
import { engineFinding } from '../protocol/engine/engine-version.ts'
import { forwardedWatch } from '../web/http/forwarded-watch.ts'
import { ENGLISH_ISSUES, findingText } from '../web/ui/texts/issues.ts'
import type { Accounts } from './accounts.ts'
import { clientConfigIssues } from './checked-clients.ts'
import type { Domain } from './domain.ts'
import { type OwnApp, ownClients } from './own-apps.ts'
import type { Signing } from './signing.ts'
import type { Instrumented } from './watching.ts'

/** Services for this node: seeding the store, collecting findings, and detecting other nodes. */
export type Node = ReturnType<typeof composeNode>

export function composeNode(
  given: Instrumented,
  apps: readonly OwnApp[],
  removed: RemovedClients,
  expected: ExpectedClients,
  { keys, rootSecrets }: Signing,
  { clientIndexes }: Domain,
  { embedded }: Accounts,
) {
  const { configuration, secrets, sources, storage, mailer, logger, now } = given
  const { documents } = storage
  const staticClients = [...given.staticClients, ...ownClients(apps)]
  const contents = [staticClients, configuration.accounts.map(({ sub }) => sub)]
  const clock = nodeClock(storage, now, logger)
  /** Logs every finding as a warning rather than an error, because Portico keeps running. */
  const reportFinding = (found: Finding): void => {
    const { what, why, fix } = findingText(found, ENGLISH_ISSUES)
    logger.warn({ code: found.code, why, fix }, what)
  }
  const seeds = seeding({
    storage,
    identity: storeIdentity(documents, configuration.baseUrl, logger),
    clock,
    keys,
    marker: seedingMarker(documents, contents, randomUUID),
    logger,
    reportFinding,
    fill: fillStore({
      storage,
      keys,
      indexes: clientIndexes,
      removed,
      staticClients,
      configIssues: (issues) => clientConfigIssues(configuration.clients, issues),
      accounts: configuration.accounts,
      embedded,
      now,
      logger,
      announce: rootSecrets.announce,
      notDecrypted: () => undecryptableDataError(secrets.length, sources.secret),
      expect: expected.expect,
    }),
  })
  expected.onMissing(seeds)
  const forwarded = forwardedWatch(configuration.trustProxy, reportFinding, now)
  const engine = engineFinding()
  if (engine !== undefined) reportFinding(engine)
  return {
    seeding: seeds,
    readiness: readiness(seeds, configuration.nodeName),
    forwarded,
    /** Known issues in this deployment. Those found at startup are also in the log. */
    findings: (): readonly Finding[] =>
      [engine, ...seeds.findings(), forwarded.finding()].filter((found) => found !== undefined),
    doctorProof: doctorProof(secrets, configuration.baseUrl),
    /** All nodes, including this one. */
    nodes: nodePresence({
      name: configuration.nodeName,
      version: OWN_VERSION,
      settings: settingDigests(configuration, secrets),
      documents,
      clock,
      now,
      logger,
    }),
    /** Where each setting came from. */
    sources,
    /** Name of the mailer; undefined if no emails are sent. */
    mailer: mailer?.name,
  }
}
