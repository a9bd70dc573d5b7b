import type { Command } from '../command.ts'
import { CLI_ACTOR, withStore } from '../store.ts'
import { CLIENT_OPTIONS, consentOf, idOf, scopesOf, shown, tellRefusal } from './client-options.ts'

export const clientUpdateCommand: Command = {
  name: 'client update',
  usage: 'ID [--name N] [--owner E] [--redirect-uri U …] [--post-logout-redirect-uri U …] [--scopes "…"] [--environment live]',
  summary: 'changes a client; options that are left out stay as they are',
  options: { ...CLIENT_OPTIONS, environment: { type: 'string' } },
  run: (args, terminal) => withStore(terminal, async ({ clients, audit }) => {
    const clientId = idOf(args)
    const before = await clients.find(clientId)
    if (before === undefined) return tellRefusal({ outcome: 'missing' }, terminal)
    const given = (name: string, kept: readonly string[]): readonly string[] => (args.list(name).length > 0 ? args.list(name) : kept)
    const optional = (name: string, kept: string | undefined): string | undefined => { const value = args.text(name); return value === '' ? undefined : value ?? kept }
    const backchannelLogoutUri = optional('backchannel-logout-uri', before.backchannelLogoutUri)
    const frontchannelLogoutUri = optional('frontchannel-logout-uri', before.frontchannelLogoutUri)
    let result = await clients.change(clientId, before.version, {
      clientName: args.text('name') ?? before.clientName, ownerEmail: args.text('owner') ?? before.ownerEmail,
      redirectUris: given('redirect-uri', before.redirectUris), postLogoutRedirectUris: given('post-logout-redirect-uri', before.postLogoutRedirectUris),
      ...(backchannelLogoutUri === undefined ? {} : { backchannelLogoutUri }), ...(frontchannelLogoutUri === undefined ? {} : { frontchannelLogoutUri }),
      scopes: scopesOf(args.text('scopes'), before.scopes), consent: consentOf(args.text('consent'), before.consent),
    }, CLI_ACTOR)
    if (result.outcome === 'done' && args.text('environment') === 'live') result = await clients.goLive(clientId, CLI_ACTOR)
    if (result.outcome !== 'done') return tellRefusal(result, terminal)
    await audit.record({ event: 'client.changed', result: 'ok', actor: CLI_ACTOR, client: clientId })
    terminal.out(args.flag('json') ? JSON.stringify(shown(result.client), null, 2) : `${clientId} is changed`)
    return 0
  }),
}
