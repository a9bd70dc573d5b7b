/** The panel of a large deployment: ten thousand clients, two thousand users, fifty thousand entries. */
import type { Storage } from '../../lib/index.ts'
import { countedStorage, type Reads } from './counted-storage.ts'
import { type Idp, startIdp } from './idp.ts'
import { fillStore } from './large-store.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor, textIn } from './panel-visitor.ts'
import { until } from './until.ts'

export const SIZE = { clients: 10_000, people: 2_000, deliveries: 6_000, entries: 50_000 }
/** Longer than any test. */
const HOUR_MS = 3_600_000

export interface LargePanel {
  readonly idp: Idp
  readonly admin: PanelVisitor
  readonly reads: Reads
}

/**
 * The overview is counted already, and neither this count nor the trail's verification runs again: background work is
 * not part of a page's cost. While another node holds the turn of either, no node begins one.
 */
export async function startLargePanel(store: Storage): Promise<LargePanel> {
  const { storage, reads } = countedStorage(store)
  const takeTurn = (work: string): Promise<void> => storage.records.put(work, 'turn', '', HOUR_MS)
  const idp = await startIdp({ options: { accounts: PANEL_ACCOUNTS, clients: [], storage } })
  await takeTurn('audit-check')
  await fillStore(storage, SIZE, idp.clock.now())
  const admin = await enterPanel(idp)
  await until(async () => !textIn((await admin.open('/')).answer.text).includes('for the first time'))
  await takeTurn('overview')
  return { idp, admin, reads }
}
