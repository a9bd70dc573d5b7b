import { SCOPES } from '../../../policies/scopes.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import { clientIssueText } from '../../domain/clients/issue-texts.ts'
import type { ClientResult } from '../../domain/clients/registry.ts'
import { type Arguments, type Terminal, UsageError } from '../terminal/command.ts'

export type ClientDone = Extract<ClientResult, { outcome: 'done' }>

/** Options that describe a client, as `client create` and `client update` take them. */
export const CLIENT_OPTIONS = {
  name: { type: 'string' },
  owner: { type: 'string' },
  'redirect-uri': { type: 'string', multiple: true },
  'post-logout-redirect-uri': { type: 'string', multiple: true },
  'backchannel-logout-uri': { type: 'string' },
  'frontchannel-logout-uri': { type: 'string' },
  scopes: { type: 'string' },
  consent: { type: 'string' },
} as const

export function scopesOf(text: string | undefined, otherwise: readonly string[]): readonly string[] {
  return text === undefined ? otherwise : text.split(/[\s,]+/).filter((scope) => scope !== '')
}

export const DEFAULT_SCOPES = SCOPES.filter((scope) => scope !== 'roles' && scope !== 'permissions')

export function consentOf(text: string | undefined, otherwise: Client['consent']): Client['consent'] {
  if (text === undefined) return otherwise
  if (text !== 'once' && text !== 'always' && text !== 'trusted')
    throw new UsageError('--consent takes once, always or trusted')
  return text
}

export function idOf(args: Arguments): string {
  const [id, ...more] = args.positionals
  if (id === undefined || more.length > 0) throw new UsageError('give one client id')
  return id
}

/** A client as it may be shown: the hash of its secret is nobody's business. */
export function shown({ secretHash: _hash, epoch: _epoch, ...client }: Client): object {
  return client
}

/** One client as a line of a list. */
export function lineOf({ clientId, type, environment, status, clientName }: Client): string {
  return `${clientId.padEnd(24)} ${type.padEnd(13)} ${environment.padEnd(12)} ${status.padEnd(9)} ${clientName}`
}

/** What came of an operation: for machines the client, with its secret in the one answer that has it; else `text`. */
export function tellClient({ client, secret }: ClientDone, args: Arguments, terminal: Terminal, text?: string): void {
  const clientSecret = secret === undefined ? {} : { clientSecret: secret }
  if (args.flag('json')) terminal.out(JSON.stringify({ ...shown(client), ...clientSecret }, null, 2))
  else if (text !== undefined) terminal.out(text)
}

/** Says why an operation was refused: in words, and for machines as data. */
export function tellRefusal(
  result: Exclude<ClientResult, { outcome: 'done' }>,
  args: Arguments,
  terminal: Terminal,
): 1 {
  if (args.flag('json')) terminal.out(JSON.stringify(result.outcome === 'conflict' ? { outcome: 'conflict' } : result))
  switch (result.outcome) {
    case 'faulty':
      for (const fault of result.faults) terminal.err(clientIssueText(fault))
      return 1
    case 'id-taken':
      terminal.err('this client id is already used')
      return 1
    case 'redirect-uri-taken':
      terminal.err(`${result.redirectUri} already belongs to the client ${result.holder}`)
      return 1
    case 'conflict':
      terminal.err(`the client was changed meanwhile by ${result.current.changedBy}; look at it and try again`)
      return 1
    case 'not-allowed':
      terminal.err(HINDRANCES[result.reason])
      return 1
    case 'missing':
      terminal.err('there is no such client')
      return 1
  }
}

const HINDRANCES = {
  'read-only': 'this client comes from the configuration or is one of the service; it is changed there',
  'already-disabled': 'the client is disabled already',
  'already-active': 'the client is active already',
  'already-live': 'the client is live already',
  disabled: 'the client is disabled; enable it first',
  'public-client': 'a public client has no secret',
  'not-confirmed': 'the confirmation is not the client id',
  'not-https': 'a live client needs https in all its addresses',
  'notices-inside':
    'the back-channel logout URI of a live client cannot be this machine or a private address, unless logout.allowPrivateAddresses opens it',
} as const
