/** What the tests of a file share: it runs from the file's first line on, and stops after its last test. */
import { ACCOUNTS } from './fixtures.ts'
import { type Idp, type IdpOptions, startIdp } from './idp.ts'
import { enterPanel, PANEL_ACCOUNTS, type PanelVisitor } from './panel-visitor.ts'

type Options = NonNullable<IdpOptions['options']>

export async function runningIdp(options: Options = {}): Promise<Idp> {
  const idp = await startIdp({ options })
  afterAll(() => idp.stop())
  return idp
}

/** With an administrator in the panel. */
export async function runningPanel(
  options: Options = {},
): Promise<{ readonly idp: Idp; readonly admin: PanelVisitor }> {
  const idp = await runningIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS], ...options })
  return { idp, admin: await enterPanel(idp) }
}
