import { decideConsent, isImitable } from '../../../policies/consent.ts'
import type { Scope } from '../../../policies/scopes.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { EngineRun } from './context.ts'
import type { EngineSettings } from './settings.ts'

interface Wanted {
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly Scope[]
  /** No page may be shown. */
  readonly silent: boolean
}

/** Whether the user of a session may be given a code for this without a consent, and may use the client at all. */
export async function needsNoPage(
  { findUser, prompts: { rememberedScopes, canSignIn } }: Pick<EngineSettings, 'findUser' | 'prompts'>,
  run: EngineRun,
  subject: string,
  { client, redirectUri, scopes, silent }: Wanted,
): Promise<boolean> {
  const [user, remembered] = await Promise.all([
    findUser(subject),
    client.consent === 'once' ? rememberedScopes(subject, client) : [],
  ])
  if (user === undefined) return false
  run.user = user
  const consent = decideConsent({
    mode: client.consent,
    answered: false,
    imitable: isImitable(client.type, redirectUri),
    silent,
    requested: scopes,
    remembered,
  })
  return consent === 'not-needed' && (await canSignIn(user, client))
}
