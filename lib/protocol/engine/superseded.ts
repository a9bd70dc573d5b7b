import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { redirect } from '../../web/http/responses.ts'
import type { EngineRun } from './context.ts'
import type { EngineSettings } from './settings.ts'

/** Called if another request ended the interaction first. Undoes this request's work and redirects the browser. */
export async function superseded(
  { mountPath }: Pick<EngineSettings, 'mountPath'>,
  { storage }: TokenIssuer,
  { context, issued, undoNewSession }: EngineRun,
): Promise<void> {
  if (issued !== undefined) await storage.families.revoke(issued)
  await undoNewSession?.()
  delete context.event
  redirect(context, `${mountPath}/interaction/${context.rest}`)
}
