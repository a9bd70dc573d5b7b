/** The JavaScript API: members of public interfaces, from their documentation comments. */
import { readSource } from '../sources.ts'
import { code, type Parts } from './parts.ts'

const INTERFACES: readonly (readonly [heading: string, name: string, file: string])[] = [
  ['Options beside the settings', 'Dependencies', 'lib/compose/options.ts'],
  ['Portico', 'Portico', 'lib/portico.ts'],
  ['Session and guard', 'HostApi', 'lib/apps/host/host-contract.ts'],
  ['sso.sessions', 'Sessions', 'lib/domain/sessions/sessions-api.ts'],
  ['sso.clients', 'ClientRegistry', 'lib/domain/clients/registry.ts'],
  ['sso.deliveries', 'Deliveries', 'lib/domain/sessions/delivery-ledger.ts'],
  ['listen', 'ListenOptions', 'lib/serve/listening.ts'],
  ['embeddedStorage', 'EmbeddedOptions', 'adapters/embedded/embedded-storage.ts'],
  ['postgresStorage', 'PostgresStorageOptions', 'adapters/postgres/postgres-storage.ts'],
  ['redisStorage', 'RedisStorageOptions', 'adapters/redis/redis-storage.ts'],
  ['smtpMailer', 'SmtpMailerOptions', 'adapters/smtp/smtp-mailer.ts'],
  ['securityLog', 'SecurityLogOptions', 'adapters/security-log/security-log.ts'],
]

/** A comment, if there is one, and a member up to the line before the next. */
const MEMBER = /(?:^ {2}\/\*\*([^]*?)\*\/\n)?^ {2}(?:readonly )?([\w]+[^]*?)(?=\n(?: {2}(?:\/\*\*|[\w(])|$))/gm

function membersOf(name: string, file: string): string {
  const text = readSource(file)
  const body = text.slice(text.indexOf('{\n', text.indexOf(`export interface ${name}`)) + 2)
  return [...body.slice(0, body.indexOf('\n}') + 1).matchAll(MEMBER)]
    .map(([, comment = '', signature = '']) =>
      [`- ${code(onOneLine(signature))}`, sentencesOf(comment)].filter((part) => part !== '').join(': '),
    )
    .join('\n')
}

const TAGS: Readonly<Record<string, string>> = {
  default: 'Default:',
  throws: 'Throws:',
  example: 'Example:',
  returns: 'Returns',
}

const onOneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([(<]) /g, '$1')
    .replace(/,? ([)>])/g, '$1')

const sentencesOf = (comment: string): string =>
  comment
    .replace(/^ *\*? ?/gm, '')
    // Decisions are for contributors.
    .replace(/ \(D-\w+\)/g, '')
    .split(/^(?=@)|(?= @(?:throws|param|default|example|returns) )/m)
    .map((part) => part.trim().replace(/\s+/g, ' '))
    .map((part) =>
      part.replace(/^@(?:param (\w+)|(\w+))/, (_, given, tag) => (given ? `${code(given)}:` : (TAGS[tag] ?? ''))),
    )
    .map((part) => part.replace(/^Example: (.*)$/, (_, example: string) => `Example: ${code(example)}`))
    .filter((part) => part !== '')
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(' ')

export const API: Parts = {
  api: () => INTERFACES.map(([heading, name, file]) => `### ${heading}\n\n${membersOf(name, file)}`).join('\n\n'),
}
