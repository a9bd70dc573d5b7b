/** Fixtures that the tests of a file share from its first line. */
import { ACCOUNTS } from './fixtures.ts'
import { type Idp, type Options, runningIdp } from './idp.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor } from './panel-visitor.ts'

/** With a signed-in administrator in the panel. */
export async function runningPanel(
  options: Options = {},
): Promise<{ readonly idp: Idp; readonly admin: PanelVisitor }> {
  const idp = await runningIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], ...options })
  return { idp, admin: await enterPanel(idp) }
}
