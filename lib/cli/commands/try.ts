import { type ErrorRef, REFERENCES } from '../../../policies/errors.ts'
import { ConfigError } from '../../config/issues/config-error.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { type Received, receivedRequests } from '../../domain/audit/received.ts'
import { environmentBlock } from '../../domain/clients/blocks/environment-block.ts'
import { type EnvironmentFormat, FORMATS } from '../../domain/clients/blocks/formats.ts'
import { newSecret } from '../../domain/clients/secrets.ts'
import type { LogFields, Logger } from '../../ports/logger.ts'
import { curesOf, topicsOf } from '../../protocol/endpoints/library-cures.ts'
import type { Idp } from '../../testing/index.ts'
import { type Arguments, Refused, type Terminal, UsageError } from '../terminal/command.ts'
import { DEFAULT_SCOPES } from './client-options.ts'
import { command } from './command.ts'
import { assertFits, formatOf } from './env-file-option.ts'

const CLIENT_ID = 'my-app'
const APP = 'http://localhost:3000'

export const tryCommand = command('try', async (args, terminal) => {
  if (args.positionals.length > 0) throw new UsageError('specify the library with --format')
  if (process.env.NODE_ENV === 'production')
    throw new Refused('its passwords are public, so it does not run with NODE_ENV=production')
  const format = formatOf(args) ?? 'env'
  const redirectUri = args.text('redirect-uri') ?? callbackOf(format)
  const type = FORMATS[format].for === 'public' ? 'public' : 'confidential'
  assertFits({ type, redirectUris: [redirectUri] }, format)
  const port = portOf(args)
  const secret = type === 'public' ? undefined : newSecret('development')
  // Imported here, because no other command needs the pages and the protocol code.
  const { startIdp, TEST_PASSWORD } = await import('../../testing/index.ts')
  const logger = printedRequests(format, terminal, () => idp)
  const idp: Idp = await startIdp({
    users: [{ username: 'alice' }, { username: 'bob' }],
    clients: [
      {
        client_id: CLIENT_ID,
        client_type: type,
        ...(secret === undefined ? {} : { client_secret: secret }),
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: URL.canParse(redirectUri) ? [new URL('/', redirectUri).href] : [],
        scopes: DEFAULT_SCOPES,
        id_token_claims: 'scopes',
      },
    ],
    port,
    logger,
  }).catch((error: unknown) => {
    if (systemErrorCode(error) === 'EADDRINUSE')
      throw new Refused(`port ${port} is in use; choose another one with --port`)
    const [issue] = error instanceof ConfigError ? error.issues : []
    throw issue === undefined ? error : new UsageError(`--redirect-uri must be ${issue.expected}`)
  })
  const client = await idp.portico.clients.find(CLIENT_ID)
  terminal.out([`issuer: ${idp.issuer}`, ...['alice', 'bob'].map((user) => `${user}: ${TEST_PASSWORD}`), ''].join('\n'))
  if (client !== undefined)
    terminal.out(environmentBlock({ client, issuer: idp.issuer, secret, at: new Date() }, format))
  terminal.err('\nwaiting for requests; Ctrl+C ends')
  await new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve)
  })
  await idp.stop()
  return 0
})

/** Where the library of the format expects the browser to return. */
const callbackOf = (format: EnvironmentFormat): string =>
  (FORMATS[format].comesBackTo?.example ?? '').replace('https://YOUR-APP', APP) || `${APP}/callback`

function portOf(args: Arguments): number {
  const text = args.text('port') ?? '4000'
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new UsageError('--port must be a number from 0 to 65535; 0 is a free port')
  return Number(text)
}

interface LoggedRequest extends LogFields {
  readonly request_id: string
  readonly method: string
  readonly path?: string
  readonly route: string
  readonly status: number
  readonly error?: string
  readonly error_ref?: ErrorRef
  readonly detail?: string
  readonly reason?: string
}

/** A logger that prints each request with its outcome, and the fix of a refused one. */
function printedRequests(format: EnvironmentFormat, terminal: Terminal, idp: () => Idp): Logger {
  let printed = Promise.resolve()
  const log = (fields: LogFields): void => {
    // The page that explains an error is no request of the app.
    if (!isRequest(fields) || fields.route === 'errorReference') return
    printed = printed.then(async () => {
      terminal.out(lineOf(fields))
      const { error_ref: ref } = fields
      if (ref !== undefined) terminal.out(`  ${await fixOf(idp(), fields.request_id, ref, format)}`)
    })
  }
  return { info: log, warn: log, error: log }
}

const isRequest = (fields: LogFields): fields is LoggedRequest => 'method' in fields

function lineOf({ method, path = '', status, error, error_ref: ref, detail, reason }: LoggedRequest): string {
  const why = detail ?? (ref === undefined ? reason : REFERENCES[ref].description)
  const outcome = [error, why].filter((part) => part !== undefined).join(': ')
  return `${method.padEnd(4)} ${path}  ${status}${outcome && `  ${outcome}`}`
}

/** The fix in values of this client; undefined for other errors. */
function ownFix(ref: ErrorRef, received: Received | undefined): string | undefined {
  if (ref === 'invalid_client') return `use the client ID ${CLIENT_ID}`
  if (ref === 'invalid_client_secret') return 'use the client secret that was printed at the start'
  return ref === 'redirect_uri_mismatch' && received?.redirectUri !== undefined
    ? `start again with --redirect-uri ${received.redirectUri}`
    : undefined
}

/** The settings for everything that the request lacks, or else the URL of the page that explains it. */
async function fixOf({ portico, issuer, now }: Idp, id: string, ref: ErrorRef, format: EnvironmentFormat) {
  const received = await receivedRequests(portico.storage.bounded, now, () => {}).find(id)
  const own = ownFix(ref, received)
  const refs = [...(own === undefined ? [ref] : []), ...(received?.also ?? [])] as readonly ErrorRef[]
  const { label, library = label } = FORMATS[format]
  const cure = curesOf([...new Set(refs.flatMap(topicsOf))]).find((one) => one.library === library)
  const fixes = [...(own ? [own] : []), ...(cure === undefined ? [] : [`${cure.library}: ${cure.cure}`])]
  if (fixes.length > 0) return fixes.join('; ')
  return `see ${issuer}/errors/${ref}${received === undefined ? '' : `?request=${id}`}`
}
