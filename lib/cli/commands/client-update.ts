import { lostAccess } from '../../../policies/app-access.ts'
import { notAllowedReason } from '../../../policies/client-lifecycle.ts'
import { type ClientEdit, editedClient } from '../../domain/clients/client-draft.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { lifecycleOf } from '../../domain/clients/registry.ts'
import { type AccessImpact, accessImpact } from '../../domain/management/access-impact.ts'
import { clientChanges } from '../../domain/management/client-changes.ts'
import { factorImpact } from '../../domain/management/second-factor-impact.ts'
import { type Arguments, confirmed, type Terminal, UsageError } from '../terminal/command.ts'
import { gateOf, iconOf, scopesOf, sharedOptions } from './client-options.ts'
import { report, reportRefusal, warnOfFrame } from './client-output.ts'
import { command } from './command.ts'
import { type OpenStore, withStore } from './store.ts'

export const clientUpdateCommand = command('client update', async (args, terminal) => {
  const clientId = args.only('client id')
  const environment = args.text('environment')
  if (environment !== undefined && environment !== 'live') {
    throw new UsageError('--environment must be live; a live client cannot go back to development')
  }
  return withStore(terminal, async (store) => {
    const { clients, clientOperations, isPrivateAddress } = store
    const before = await clients.find(clientId)
    if (before === undefined) return reportRefusal({ outcome: 'missing' }, args, terminal)
    if (before.gate === undefined && (args.text('url') !== undefined || args.flag('assertion')))
      throw new UsageError("--url and --assertion are only for gated apps; a client's type cannot be changed")
    const draft = { ...changedBy(args, before), ...(await iconOf(args, store.pictures)) }
    const wanted = editedClient(before, draft)
    const goesLive = environment === 'live' && before.environment !== 'live'
    // Checks first whether the client can go live, so that either all changes are made or none.
    const reason = goesLive ? notAllowedReason(lifecycleOf(wanted, isPrivateAddress), 'go-live') : undefined
    if (reason !== undefined) return reportRefusal({ outcome: 'not-allowed', reason }, args, terminal)
    if (!(await mayNarrow(store, before, wanted, args, terminal))) return 1
    const differs = Object.keys(clientChanges(before, wanted)).length > 0
    let result = differs
      ? await clientOperations.change(clientId, before.version, draft)
      : { outcome: 'done' as const, client: before }
    if (result.outcome === 'done' && goesLive) result = await clientOperations.goLive(clientId)
    if (result.outcome === 'done') warnOfFrame(result.client, store.configuration.baseUrl, terminal)
    const message = differs || goesLive ? `${clientId} was changed` : 'no changes'
    return report(result, args, terminal, message)
  })
})

/** The command line works on the embedded directory, whose factors are in the store. */
const NO_HOST = { passkeys: undefined, totp: undefined }

/** Before an access rule becomes stricter, shows the affected users and asks for confirmation. */
async function mayNarrow(
  { storage, directory, configuration }: Pick<OpenStore, 'storage' | 'directory' | 'configuration'>,
  before: Client,
  after: Client,
  args: Arguments,
  terminal: Terminal,
): Promise<boolean> {
  const parts = { storage, directory, find: directory.find, now: Date.now }
  const list = (named: AccessImpact['named']): void => {
    for (const { sub, name } of named) terminal.err(`  ${name} (${sub})`)
  }
  const effects: string[] = []
  const { clientId, access } = after
  if (access !== undefined && lostAccess(before.access, access, Date.now()) !== 'no-users') {
    const { losing, signedIn, named } = await accessImpact(parts, clientId, before.access, access)
    terminal.err(`users who lose access: ${losing}, signed in to the app now: ${signedIn}`)
    list(named)
    if (losing > 0) effects.push('Their sessions and tokens for the app will end immediately.')
  }
  const settings = configuration.login.secondFactor
  const settingUp = await factorImpact({ ...parts, users: NO_HOST, settings }, before.access, after)
  if (settingUp !== undefined) {
    terminal.err(`users who must set up a second factor: ${settingUp.count}`)
    list(settingUp.named)
    if (settingUp.count > 0) effects.push('Until they set it up, their tokens for the app do not work.')
  }
  return effects.length === 0 || confirmed(effects.join(' '), args, terminal)
}

function changedBy(args: Arguments, before: Client): ClientEdit {
  const listed = (name: string, kept: readonly string[]): readonly string[] =>
    args.list(name).length > 0 ? args.list(name).filter((uri) => uri !== '') : kept
  const address = (name: string, kept: string | undefined): string | undefined => {
    const value = args.text(name)
    return value === '' ? undefined : (value ?? kept)
  }
  const backchannelLogoutUri = address('backchannel-logout-uri', before.backchannelLogoutUri)
  const frontchannelLogoutUri = address('frontchannel-logout-uri', before.frontchannelLogoutUri)
  return {
    clientName: args.text('name') ?? before.clientName,
    ownerEmail: args.text('owner') ?? before.ownerEmail,
    redirectUris: listed('redirect-uri', before.redirectUris),
    postLogoutRedirectUris: listed('post-logout-redirect-uri', before.postLogoutRedirectUris),
    ...(backchannelLogoutUri === undefined ? {} : { backchannelLogoutUri }),
    ...(frontchannelLogoutUri === undefined ? {} : { frontchannelLogoutUri }),
    scopes: scopesOf(args.text('scopes'), before.scopes),
    ...(before.gate === undefined ? {} : { gate: gateOf(args, before.gate) ?? before.gate }),
    ...sharedOptions(args, before),
  }
}
