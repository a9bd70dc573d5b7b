import type { Finding } from '../../../../policies/findings.ts'
import type { Sources } from '../../../config/sources/layers.ts'
import type { SignInPauses } from '../../../domain/accounts/sign-in-pauses.ts'
import type { AuditTrail } from '../../../domain/audit/audit-trail.ts'
import type { Explanations } from '../../../domain/audit/explanations.ts'
import type { TrailCheck } from '../../../domain/audit/trail-check.ts'
import type { EmailLedger } from '../../../domain/emails/email-ledger.ts'
import type { KeyRing } from '../../../domain/keys/key-ring.ts'
import type { Appearances } from '../../../domain/management/appearances.ts'
import type { AttentionDismissals } from '../../../domain/management/attention-dismissals.ts'
import type { ConnectorHealth } from '../../../domain/metrics/connector-health.ts'
import type { DailyStats } from '../../../domain/metrics/daily-stats.ts'
import type { NodePresence } from '../../../domain/nodes/node-presence.ts'
import type { Pictures } from '../../../domain/pictures.ts'
import type { Deliveries } from '../../../domain/sessions/delivery-ledger.ts'
import type { SessionEnding } from '../../../domain/sessions/ending.ts'
import type { TokenInspection } from '../../../domain/tokens/inspect.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { Theme } from '../../../web/ui/theme.ts'
import type { View } from '../../../web/ui/view.ts'
import type { PanelRequest, ShellServices } from '../shell/request.ts'
import type { SampleName } from './appearance-preview-view.tsx'

export interface OperationsServices extends ShellServices {
  readonly storage: Pick<Storage, 'records' | 'sessions' | 'subjects' | 'families' | 'name' | 'ping' | 'time'>
  readonly metrics: ShellServices['metrics'] & {
    readonly stats: Pick<DailyStats, 'read'>
    readonly connectorHealth: Pick<ConnectorHealth, 'read'>
  }
  readonly dismissals: AttentionDismissals
  readonly brand: {
    readonly appearances: Appearances
    readonly pictures: Pick<Pictures, 'keep'>
    /** A page or an email with sample data. @param app name of the app that it belongs to */
    readonly samplePage: (name: SampleName, view: View, theme: Theme, app?: string) => Promise<string>
  }
  readonly audit: Pick<AuditTrail, 'record' | 'list' | 'find' | 'all' | 'head'>
  readonly pauses: Pick<SignInPauses, 'of'>
  readonly inspect: TokenInspection
  readonly explanations: Pick<Explanations, 'find' | 'beginningWith' | 'near'>
  readonly outbox: {
    readonly deliveries: Deliveries
    /** Undefined if the deployment does not send email. */
    readonly emailLedger: EmailLedger | undefined
  }
  readonly ending: Pick<SessionEnding, 'endSession' | 'endEverything'>
  readonly keys: Pick<KeyRing, 'rotatable' | 'current' | 'list' | 'rotate'>
  readonly node: {
    readonly trail: Pick<TrailCheck, 'state'>
    readonly nodes: Pick<NodePresence, 'list'>
    /** Where each setting comes from. */
    readonly sources: Sources
    readonly findings: () => readonly Finding[]
    /** The mailer's name; undefined if the deployment does not send email. */
    readonly mailer: string | undefined
  }
  readonly now: () => number
}

export type OperationsRequest = PanelRequest<OperationsServices>
