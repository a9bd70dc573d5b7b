/** What became of a sign-in at a provider: for measurements, and for whoever must mend the connector. */
import { shownOfProvider, upstreamOutcome } from '../../../policies/upstream-refusal.ts'
import { leavesRolesOut } from '../../../policies/upstream-roles.ts'
import type { ConnectorHealth } from '../../domain/metrics/connector-health.ts'
import type { Measurements } from '../../ports/measurements.ts'
import { type UpstreamClaims, UpstreamRefused } from '../../ports/upstream-provider.ts'
import type { Connector } from './connectors.ts'

export interface OutcomeServices {
  readonly measurements: Pick<Measurements, 'upstreamSignIn'>
  readonly health: Pick<ConnectorHealth, 'succeeded' | 'failed'>
}

/** @param claims what the provider said of its user */
export function noteSuccess(
  { measurements, health }: OutcomeServices,
  { id, roles }: Pick<Connector, 'id' | 'roles'>,
  claims: UpstreamClaims,
): void {
  measurements.upstreamSignIn(id, 'ok')
  health.succeeded(id, leavesRolesOut(claims, roles) ? 'left-out' : 'there')
}

/** @param answer the parameters with which the browser came back, if it did */
export function noteRefusal(
  { measurements, health }: OutcomeServices,
  { id }: Pick<Connector, 'id'>,
  error: unknown,
  answer?: URLSearchParams,
): void {
  if (!(error instanceof UpstreamRefused)) return
  measurements.upstreamSignIn(id, upstreamOutcome(error.ref))
  const shown = shownOfProvider(error.ref)
  if (shown === 'works') health.succeeded(id, 'there')
  // An error in the answer may be written by whoever has the browser.
  if (shown === 'fails' && answer?.has('error') !== true) health.failed(id, error.ref)
}
