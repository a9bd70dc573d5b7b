/** Reads the options that describe a client, for `client create` and `client update`. */

import { readFile } from 'node:fs/promises'
import type { AppAccess } from '../../../policies/app-access.ts'
import { SCOPES } from '../../../policies/scopes.ts'
import { defined } from '../../config/data/defined.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { decodeIcon, keepIcon } from '../../domain/clients/catalogue/client-icon.ts'
import type { ClientDraft } from '../../domain/clients/client-draft.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { Pictures } from '../../domain/pictures.ts'
import { ENGLISH_ISSUES } from '../../web/ui/texts/issues.ts'
import { type Arguments, UsageError } from '../terminal/command.ts'
import { endOption } from './end-option.ts'

export const DEFAULT_SCOPES = SCOPES.filter((scope) => scope !== 'roles' && scope !== 'permissions')

/** Default for the servers of an app. */
export const PER_MINUTE = 600

export function scopesOf(text: string | undefined, otherwise: readonly string[]): readonly string[] {
  return text === undefined ? otherwise : text.split(/[\s,]+/).filter((scope) => scope !== '')
}

/** Options that `client create` and `client update` share. @param before the client as it was before the update */
export function sharedOptions(
  args: Arguments,
  before?: Client,
): Pick<
  ClientDraft,
  'consent' | 'idTokenClaims' | 'listed' | 'access' | 'secondFactor' | 'backend' | 'frontchannelLogoutSessionRequired'
> {
  const yesNo = (name: string): boolean | undefined => {
    const choice = args.choice(name, ['yes', 'no'])
    return choice === undefined ? undefined : choice === 'yes'
  }
  return {
    consent: args.choice('consent', ['once', 'always', 'trusted']) ?? before?.consent ?? 'once',
    ...defined({
      idTokenClaims: args.choice('id-token-claims', ['none', 'scopes']),
      listed: yesNo('listed'),
      secondFactor: yesNo('second-factor'),
      frontchannelLogoutSessionRequired: yesNo('frontchannel-session'),
    }),
    ...accessOf(args, before?.access),
    ...backendOf(args, before?.backend),
  }
}

/** Stores the icon in the file of `--icon`, or else that of a known app. Its name is part of a draft. */
export async function iconOf(
  args: Arguments,
  pictures: Pick<Pictures, 'keep'>,
  app?: string,
): Promise<Pick<ClientDraft, 'icon'>> {
  const file = args.text('icon')
  if (file === '') return { icon: '' }
  if (file === undefined) return app === undefined ? {} : defined({ icon: await keepIcon(pictures, app) })
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new UsageError(`--icon: ${file} cannot be read (${systemErrorCode(error) ?? 'unknown error'})`)
  })
  const checked = decodeIcon(bytes)
  if ('picture' in checked) return { icon: await pictures.keep(checked.picture) }
  throw new UsageError(`--icon: ${ENGLISH_ISSUES.client.icon.picture} (${checked.part ?? checked.issue})`)
}

/** The gate settings with the options applied; undefined if the client is not a gated app. */
export function gateOf(args: Arguments, before?: Client['gate']): Client['gate'] {
  const url = args.text('url') ?? before?.url
  if (url === undefined) return undefined
  return { url, assertion: !args.flag('no-assertion') && (args.flag('assertion') || before?.assertion === true) }
}

/** IP addresses of the app's servers and their rate limit, with the options applied; a single `""` removes both. */
function backendOf(args: Arguments, before?: Client['backend']): Pick<ClientDraft, 'backend'> {
  const [given, text] = [args.list('backend-address'), args.text('backend-per-minute')]
  if (given.length === 0 && text === undefined) return {}
  if (given.length > 0 && given.every((address) => address === '')) return { backend: 'any-address' }
  const addresses = given.length > 0 ? given : (before?.addresses ?? [])
  return { backend: { addresses, perMinute: text === undefined ? (before?.perMinute ?? PER_MINUTE) : Number(text) } }
}

/** Only users with one of these roles have access; a single `""` gives all users access again. */
function accessOf(args: Arguments, before: AppAccess = {}): Pick<ClientDraft, 'access'> {
  const [roles, until] = [args.list('allow-role'), endOption(args, 'allow-until')]
  if (until !== undefined) {
    const [role = ''] = roles
    if (roles.length !== 1 || role === '') throw new UsageError('--allow-until is the end date of one --allow-role')
    const { [role]: _former, ...ends } = before.until ?? {}
    const all = [...new Set([...(before.roles ?? []), role])]
    return { access: { roles: all, until: until === '' ? ends : { ...ends, [role]: until } } }
  }
  if (roles.length === 0) return {}
  return { access: roles.every((role) => role === '') ? 'all-users' : { roles } }
}
