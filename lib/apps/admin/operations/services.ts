import type { Finding } from '../../../../policies/findings.ts'
import type { Configuration } from '../../../config/configuration.ts'
import type { Sources } from '../../../config/sources/layers.ts'
import type { SignInPauses } from '../../../domain/accounts/sign-in-pauses.ts'
import type { AuditTrail } from '../../../domain/audit/audit-trail.ts'
import type { Explanations } from '../../../domain/audit/explanations.ts'
import type { TrailCheck } from '../../../domain/audit/trail-check.ts'
import type { ClientRegistry } from '../../../domain/clients/registry.ts'
import type { KeyRing } from '../../../domain/keys/key-ring.ts'
import type { LetterLedger } from '../../../domain/letters/letter-ledger.ts'
import type { AttentionDismissals } from '../../../domain/management/attention-dismissals.ts'
import type { ClientUses } from '../../../domain/metrics/client-use.ts'
import type { ConnectorHealth } from '../../../domain/metrics/connector-health.ts'
import type { DailyStats } from '../../../domain/metrics/daily-stats.ts'
import type { OverviewCounting } from '../../../domain/metrics/overview-counting.ts'
import type { NodePresence } from '../../../domain/nodes/node-presence.ts'
import type { Deliveries } from '../../../domain/sessions/delivery-ledger.ts'
import type { SessionEnding } from '../../../domain/sessions/ending.ts'
import type { Mailer } from '../../../ports/mailer.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { PanelRequest, ShellServices } from '../shell/request.ts'

export interface OperationsServices extends ShellServices {
  readonly storage: Pick<Storage, 'records' | 'sessions' | 'subjects' | 'families' | 'name' | 'ping' | 'time'>
  readonly clients: Pick<ClientRegistry, 'find' | 'list' | 'holderOf'>
  readonly stats: Pick<DailyStats, 'read'>
  readonly uses: Pick<ClientUses, 'read'>
  readonly overview: Pick<OverviewCounting, 'read' | 'incidents'>
  readonly dismissals: AttentionDismissals
  readonly connectorHealth: Pick<ConnectorHealth, 'read'>
  readonly audit: Pick<AuditTrail, 'record' | 'list' | 'find' | 'all' | 'head'>
  readonly trail: Pick<TrailCheck, 'state'>
  readonly pauses: Pick<SignInPauses, 'pausedUntil'>
  readonly explanations: Pick<Explanations, 'find' | 'beginningWith' | 'near'>
  readonly deliveries: Deliveries
  /** Undefined where no letters are sent. */
  readonly letterLedger: LetterLedger | undefined
  readonly mailer: Pick<Mailer, 'name'> | undefined
  readonly ending: Pick<SessionEnding, 'endSession' | 'endEverything'>
  readonly keys: Pick<KeyRing, 'current' | 'list' | 'rotate'>
  /** False when the signing key is kept elsewhere. */
  readonly rotatableKeys: boolean
  readonly nodes: Pick<NodePresence, 'list'>
  readonly issuerUrl: string
  readonly https: boolean
  readonly configuration: Configuration
  /** Where each setting came from. */
  readonly sources: Sources
  /** What is known to be wrong with this deployment. */
  readonly findings: () => readonly Finding[]
  readonly now: () => number
}

export type OperationsRequest = PanelRequest<OperationsServices>
