/** Prints a client and the outcome of an operation. */
import { neverConfirms } from '../../../policies/frontchannel-logout.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { ClientResult, Refusal } from '../../domain/clients/registry.ts'
import { clientIssueLine } from '../../web/ui/texts/client-issue.ts'
import { ENGLISH_ISSUES } from '../../web/ui/texts/issues.ts'
import { type Arguments, type ExitCode, json, type Terminal } from '../terminal/command.ts'
import REASONS from './client-refusals.json' with { type: 'json' }

export type ClientDone = Extract<ClientResult, { outcome: 'done' }>

/** The client without the hash of its secret. */
export function clientData({ secretHash: _hash, epoch: _epoch, ...client }: Client): object {
  return client
}

export function lineOf({ clientId, type, environment, status, clientName }: Client): string {
  return `${clientId.padEnd(24)} ${type.padEnd(13)} ${environment.padEnd(12)} ${status.padEnd(9)} ${clientName}`
}

/** Prints the outcome: `message` to `err`, and to `out` either `text` or, with --json, the client. */
export function report(
  result: ClientResult,
  args: Arguments,
  terminal: Terminal,
  message = 'done',
  text?: string,
): ExitCode {
  if (result.outcome !== 'done') return reportRefusal(result, args, terminal)
  printClient(result, args, terminal, text)
  terminal.err(message)
  return 0
}

/** Warns if no sign-out from the app can be confirmed. */
export function warnOfFrame(client: Client, issuer: string, terminal: Terminal): void {
  if (neverConfirms(issuer, client))
    terminal.err(
      'the front-channel logout URI is at another site, where the app gets no cookies, so its sign-out cannot be confirmed; use --backchannel-logout-uri, or --frontchannel-session yes if the app signs out by iss and sid',
    )
}

/** With --json, prints the client, including the secret if the result contains one; otherwise prints `text`. */
export function printClient({ client, secret }: ClientDone, args: Arguments, terminal: Terminal, text?: string): void {
  const clientSecret = secret === undefined ? {} : { clientSecret: secret }
  if (args.flag('json')) terminal.out(json({ ...clientData(client), ...clientSecret }))
  else if (text !== undefined) terminal.out(text)
}

/** Prints why an operation was not allowed: as messages and, with --json, also as data. */
export function reportRefusal(refusal: Refusal, args: Arguments, terminal: Terminal): 1 {
  if (args.flag('json')) terminal.out(JSON.stringify(refusalData(refusal)))
  for (const line of refusalLines(refusal)) terminal.err(line)
  return 1
}

/** Programs read these fields, so their names stay the same even if fields in the domain model are renamed. */
function refusalData(refusal: Refusal): object {
  if (refusal.outcome === 'conflict') return { outcome: 'conflict' }
  return refusal.outcome === 'not-allowed' ? { outcome: 'blocked', blockedBy: refusal.reason } : refusal
}

function refusalLines(refusal: Refusal): readonly string[] {
  switch (refusal.outcome) {
    case 'invalid':
      return refusal.issues.map((issue) => clientIssueLine(issue, ENGLISH_ISSUES.client))
    case 'id-taken':
      return ['this client ID is already in use']
    case 'redirect-uri-taken':
      return [`${refusal.redirectUri} already belongs to the client ${refusal.holder}`]
    case 'conflict':
      return [`${refusal.current.changedBy} changed the client in the meantime; check it and try again`]
    case 'not-allowed':
      return [REASONS[refusal.reason]]
    case 'missing':
      return ['client not found']
  }
}
