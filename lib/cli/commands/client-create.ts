import { defined } from '../../config/data/defined.ts'
import { blockParts, environmentBlock } from '../../domain/clients/blocks/environment-block.ts'
import { type EnvironmentFormat, environmentFormats } from '../../domain/clients/blocks/formats.ts'
import { type AppRegistration, appRegistration } from '../../domain/clients/catalogue/catalogue.ts'
import type { ClientDraft } from '../../domain/clients/client-draft.ts'
import { isGated } from '../../domain/clients/gate.ts'
import { type Arguments, type ExitCode, type Terminal, UsageError } from '../terminal/command.ts'
import { catalogueId } from './app.ts'
import { DEFAULT_SCOPES, gateOf, iconOf, scopesOf, sharedOptions } from './client-options.ts'
import { report, reportRefusal, warnOfFrame } from './client-output.ts'
import { command } from './command.ts'
import { assertFits, envFileOf, formatOf, reportInFile } from './env-file-option.ts'
import { gateConfiguration, gateOptions } from './gate-option.ts'
import { withStore } from './store.ts'

export const clientCreateCommand = command('client create', async (args, terminal) => {
  const clientId = args.only('client id')
  const draft = draftOf(args, clientId)
  if (draft.gate !== undefined) return createGated(draft, args, terminal)
  if (args.text('upstream') !== undefined) throw new UsageError('--upstream is only for gated apps')
  const format = formatOf(args) ?? formatOfApp(args, draft)
  assertFits(draft, format)
  const file = await envFileOf(args, format, draft)
  return withStore(terminal, async ({ clientOperations, configuration, pictures }) => {
    const icon = await iconOf(args, pictures, args.text('app'))
    const result = await clientOperations.create({ ...draft, ...icon })
    if (result.outcome !== 'done') return reportRefusal(result, args, terminal)
    const { client, secret } = result
    const issuer = configuration.baseUrl
    warnOfFrame(client, issuer, terminal)
    const configured = { client, issuer, secret, at: new Date() }
    const block = environmentBlock(configured, format)
    const message = `${clientId} is registered`
    if (file !== undefined) {
      const parts = blockParts(configured, format)
      return reportInFile(file, result, { parts, text: block, message }, args, terminal)
    }
    const once = secret === undefined ? '' : '; the secret is shown only once'
    return report(result, args, terminal, message + once, block)
  })
})

function createGated(draft: ClientDraft, args: Arguments, terminal: Terminal): Promise<ExitCode> {
  if ((args.text('to-env-file') ?? args.text('to-folder')) !== undefined)
    throw new UsageError("a gated app has no secret; its proxy's configuration is printed")
  const options = gateOptions(args)
  return withStore(terminal, async (store) => {
    const icon = await iconOf(args, store.pictures, args.text('app'))
    const result = await store.clientOperations.create({ ...draft, ...icon })
    if (result.outcome !== 'done' || !isGated(result.client)) return report(result, args, terminal)
    const block = gateConfiguration(options, store, result.client, args.text('app'))
    const message = [`${draft.clientId} is registered`, options.note].filter((text) => text !== '').join('; ')
    return report(result, args, terminal, message, block)
  })
}

/** The draft that the options describe, with defaults from the app given with `--app`. */
function draftOf(args: Arguments, clientId: string): ClientDraft {
  const app = appOf(args)
  const type = args.choice('type', ['confidential', 'public', 'gate']) ?? app?.type
  if (type === undefined) throw new UsageError('--type must be confidential, public, or gate')
  const gate = app === undefined || type === 'gate' ? gateOf(args) : undefined
  if (type === 'gate' && gate === undefined) throw new UsageError('--type gate needs --url, the URL of the app')
  if (type !== 'gate' && gate !== undefined)
    throw new UsageError('--url is only for --type gate and --app; for other apps, use --redirect-uri')
  const given = (uris: readonly string[], otherwise: readonly string[] = []): readonly string[] =>
    uris.length > 0 ? uris : otherwise
  return {
    clientId,
    clientName: args.text('name') ?? app?.clientName ?? clientId,
    ownerEmail: args.text('owner') ?? '',
    type: type === 'public' ? 'public' : 'confidential',
    environment: args.choice('environment', ['development', 'live']) ?? app?.environment ?? 'development',
    ...(gate === undefined ? {} : { gate: { ...gate, url: app?.gateUrl ?? gate.url } }),
    redirectUris: given(args.list('redirect-uri'), app?.redirectUris),
    postLogoutRedirectUris: given(args.list('post-logout-redirect-uri'), app?.postLogoutRedirectUris),
    scopes: scopesOf(args.text('scopes'), app === undefined || type === 'gate' ? DEFAULT_SCOPES : app.scopes),
    ...defined({
      backchannelLogoutUri: args.text('backchannel-logout-uri') ?? app?.backchannelLogoutUri,
      frontchannelLogoutUri: args.text('frontchannel-logout-uri'),
      idTokenClaims: app?.idTokenClaims,
    }),
    ...sharedOptions(args),
  }
}

/** How to register the app given with `--app`; undefined without that option. */
function appOf(args: Arguments): AppRegistration | undefined {
  const [id, url] = [args.text('app'), args.text('url')]
  if (id === undefined) return undefined
  const registration = url === undefined ? undefined : appRegistration(catalogueId(id), url)
  if (registration === undefined)
    throw new UsageError('--app needs --url, the URL of the app, such as https://app.example.com')
  return registration
}

/** The environment format of the app given with `--app`, if the app has its own. */
function formatOfApp(args: Arguments, draft: ClientDraft): EnvironmentFormat {
  return environmentFormats(draft).find((format) => format === args.text('app')) ?? 'env'
}
