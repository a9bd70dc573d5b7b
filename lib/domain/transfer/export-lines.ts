import { defined } from '../../config/data/defined.ts'
import { accountsOf } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import { iconUrl } from '../clients/catalogue/client-icon.ts'
import { clientPages } from '../clients/client-pages.ts'
import type { ClientRegistry } from '../clients/registry.ts'
import type { Pictures } from '../pictures.ts'
import { clientLine } from './client-line.ts'
import { writeLine } from './transfer-line.ts'
import { userLine } from './user-line.ts'

export interface ExportParts {
  readonly directory: Pick<EmbeddedDirectory, 'list'>
  readonly clients: Pick<ClientRegistry, 'list'>
  readonly pictures: Pick<Pictures, 'read'>
}

export interface ExportChoice {
  readonly users: boolean
  readonly clients: boolean
  readonly passwordHashes: boolean
  readonly secretHashes: boolean
}

/** A line for the file, or a record that is left out because the new deployment creates it from its configuration. */
export type Exported = { readonly line: string } | { readonly leftOut: 'user' | 'client' }

/** Yields all clients and users, in the format that `portico import` reads. */
export async function* exportLines(parts: ExportParts, choice: ExportChoice): AsyncGenerator<Exported> {
  if (choice.clients) yield* clientsOf(parts, choice.secretHashes ? 'with-hashes' : 'without-hashes')
  if (!choice.users) return
  const hashes = choice.passwordHashes ? 'with-hashes' : 'without-hashes'
  for await (const account of accountsOf(parts.directory))
    yield account.source === 'administrator' ? { line: writeLine(userLine(account, hashes)) } : { leftOut: 'user' }
}

async function* clientsOf(
  { clients: registry, pictures }: ExportParts,
  hashes: 'with-hashes' | 'without-hashes',
): AsyncGenerator<Exported> {
  for await (const page of clientPages(registry))
    for (const client of page) {
      if (client.source === 'administrator') {
        const { icon: name, ...line } = clientLine(client, hashes)
        const icon = name === undefined ? undefined : await iconUrl(pictures, String(name))
        yield { line: writeLine(defined({ ...line, icon })) }
      } else if (client.source === 'configuration') yield { leftOut: 'client' }
    }
}
