/** Checks external providers: their settings, and the steps of a sign-in that do not need a user. */
import { type ProviderStep, testProvider } from '../../../adapters/upstream/index.ts'
import { ATTENTION, connectorAttention } from '../../../policies/attention.ts'
import { type Finding, type FindingCode, finding } from '../../../policies/findings.ts'
import { upstreamOptions } from '../../compose/connectors.ts'
import type { Configuration } from '../../config/configuration.ts'
import type { ConnectorSettings } from '../../config/settings-list.ts'
import { egressGuard } from '../../domain/sessions/egress-guard.ts'
import type { Note } from './report.ts'

/** The finding to report for each step that fails. */
const FAILED: Readonly<Record<ProviderStep['step'], FindingCode>> = {
  tls: 'upstream-tls',
  discovery: 'upstream-unreachable',
  issuer: 'upstream-issuer',
  endpoints: 'upstream-endpoints',
  pkce: 'upstream-pkce',
  algorithms: 'upstream-algorithms',
  keys: 'upstream-keys',
  clock: 'upstream-clock',
}

export const failedStep = ({ id }: ConnectorSettings, { step, detail }: ProviderStep): Finding =>
  finding(FAILED[step], `connector ${id}: ${detail}`)

export const stepsOf = (
  configuration: Configuration,
  connector: ConnectorSettings,
  now: () => number,
): AsyncIterable<ProviderStep> =>
  testProvider(upstreamOptions(connector, egressGuard(configuration.login.allowPrivateAddresses), now))

/** Reports a client secret that has expired or expires soon. */
export function secretFinding({ id, secretExpires }: ConnectorSettings, now: number): Finding | undefined {
  if (secretExpires === undefined) return undefined
  const observed = { secretExpiresAt: Date.parse(secretExpires), failures: 0, groupsLeftOut: false }
  const reasons = connectorAttention(observed, now)
  if (reasons.includes('secret-expired'))
    return finding('upstream-secret-expired', `connector ${id}: its client secret expired on ${secretExpires}`)
  if (!reasons.includes('secret-expires')) return undefined
  const when = `expires on ${secretExpires}, in less than ${ATTENTION.secretExpires} days`
  return finding('upstream-secret-expires', `connector ${id}: its client secret ${when}`)
}

/** Checks all connectors in parallel, because one that does not respond takes its full timeout. */
export async function lookAtUpstreams(
  configuration: Configuration,
  note: Note,
  now: () => number,
): Promise<readonly Finding[]> {
  const found = await Promise.all(
    configuration.login.upstreams.map(async (connector) => {
      const findings = [secretFinding(connector, now())].filter((one) => one !== undefined)
      for await (const step of stepsOf(configuration, connector, now)) {
        if (step.outcome === 'failed') findings.push(failedStep(connector, step))
        if (step.outcome === 'noted') note(`connector ${connector.id}: ${step.detail}`)
      }
      return findings
    }),
  )
  return found.flat()
}
