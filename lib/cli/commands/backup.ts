/** `portico backup` and `portico restore`: what they print. What is in a backup and what comes back: lib/domain/backup/README.md. */
import { randomUUID } from 'node:crypto'
import { OWN_VERSION } from '../../config/own-version.ts'
import { ACCOUNTS, readAccount } from '../../domain/accounts/account-record.ts'
import { signInNames } from '../../domain/accounts/sign-in-names.ts'
import { usernameClaims } from '../../domain/accounts/username-claims.ts'
import { writeHead } from '../../domain/audit/audit-verification.ts'
import type { Counts } from '../../domain/backup/backup-content.ts'
import { BackupError } from '../../domain/backup/backup-error.ts'
import {
  type BackupFile,
  type BackupSecrets,
  openBackupFile,
  writeBackupFile,
} from '../../domain/backup/backup-file.ts'
import { makeIndexes } from '../../domain/backup/indexes.ts'
import { keptItems } from '../../domain/backup/kept-items.ts'
import { restore } from '../../domain/backup/restore.ts'
import { restoreMarker } from '../../domain/seed/restore-marker.ts'
import type { StoreCopies } from '../../ports/copies.ts'
import type { Command, Terminal } from '../terminal/command.ts'
import { json } from '../terminal/output.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

/** Progress is told so often. */
const TOLD_MS = 2_000

const backup: Command = {
  name: 'backup',
  usage: 'FILE',
  summary:
    'writes the store into a new file, encrypted with PORTICO_BACKUP_SECRET and the root secret, while the service goes on',
  run: (args, terminal) => {
    const path = args.only('file')
    return withStore(terminal, async (store) => {
      const { configuration, storage, audit } = store
      const secrets = secretsOf(store)
      const copies = copiesOf(store)
      if ((await markerOf(store).read()) !== undefined)
        throw new BackupError('a restore into this store has not finished: there is nothing yet to back up')
      await audit.record({ event: 'store.backed-up', result: 'ok', actor: CLI_ACTOR })
      const about = {
        createdAt: Date.now(),
        issuer: configuration.baseUrl,
        version: OWN_VERSION,
        store: storage.name,
      }
      const told = progress(terminal)
      let counts: Counts | undefined
      await writeBackupFile(path, about, keptItems(copies.readAll()), secrets, (found) => {
        counts = { ...found }
        told(wordsOf(found))
      })
      if (args.flag('json')) terminal.out(json({ file: path, ...described(about), counts }))
      terminal.err(`done: ${counts === undefined ? '' : wordsOf(counts)} are in ${path}`)
      return 0
    })
  },
}

const restoreCommand: Command = {
  name: 'restore',
  usage: 'FILE [--new-issuer] [--start-over]',
  options: { 'new-issuer': { type: 'boolean' }, 'start-over': { type: 'boolean' } },
  summary:
    'puts a backup into an empty store, after all of it has been verified; everybody signs in again. --new-issuer: under another BASE_URL; --start-over: empties a store first that a restore was broken off in',
  run: (args, terminal) => {
    const path = args.only('file')
    return withStore(terminal, async (store) => {
      const copies = copiesOf(store)
      const file = await openBackupFile(path, secretsOf(store))
      try {
        assertIssuer(file, store, args.flag('new-issuer'))
        const told = progress(terminal)
        const restored = await restore(
          {
            copies,
            marker: markerOf(store),
            audit: store.audit,
            makeIndexes: () => makeIndexes(indexPartsOf(store)),
            actor: CLI_ACTOR,
            progress: (doing, entries) => told(`${entries} entries ${doing}`),
          },
          file,
          args.flag('start-over'),
        )
        const head = restored.head === undefined ? undefined : writeHead(restored.head)
        if (args.flag('json'))
          terminal.out(json({ file: path, ...described(file.about), entries: restored.entries, audit_head: head }))
        terminal.err(`done: the store is as it was at ${described(file.about).created_at}; everybody signs in again`)
        if (head !== undefined) terminal.err(`the audit trail of the backup ends with ${head}`)
        return 0
      } finally {
        await file.close()
      }
    })
  },
}

const markerOf = ({ storage }: OpenStore) => restoreMarker(storage.documents, Date.now, randomUUID)

function indexPartsOf({ storage, clientIndexes }: OpenStore): Parameters<typeof makeIndexes>[0] {
  const { documents } = storage
  const account = async (sub: string) => {
    const text = await documents.read(ACCOUNTS, sub)
    return text === undefined ? undefined : readAccount(text)
  }
  return {
    storage,
    clientIndexes,
    // Only names of accounts are claimed, which nobody else has.
    usernames: usernameClaims(documents, async () => false),
    names: signInNames(documents, account),
  }
}

function assertIssuer({ about }: BackupFile, { configuration: { baseUrl } }: OpenStore, isNewWanted: boolean): void {
  if (about.issuer === baseUrl || isNewWanted) return
  throw new BackupError(
    `the backup is of ${about.issuer}, and BASE_URL is ${baseUrl}: apps and passkeys know the service by its address; give --new-issuer if it is to have this one`,
  )
}

function secretsOf({ backupSecret, secrets }: OpenStore): BackupSecrets {
  if (backupSecret !== undefined) return { passphrase: backupSecret, secrets }
  throw new BackupError(
    'set PORTICO_BACKUP_SECRET, or PORTICO_BACKUP_SECRET_FILE, to a passphrase of 16 characters or more; keep it apart from the backups',
  )
}

function copiesOf({ storage }: OpenStore): StoreCopies {
  if (storage.copies !== undefined) return storage.copies
  throw new BackupError(`${storage.name} has no backups: its adapter has no part for them`)
}

const described = ({ createdAt, issuer, version, store }: BackupFile['about']) => ({
  created_at: new Date(createdAt).toISOString(),
  issuer,
  version,
  store,
})

const wordsOf = (counts: Counts): string =>
  `${counts.document} documents, ${counts.client} clients, ${counts['audit-line']} audit entries and ${counts.version} revocation versions`

function progress(terminal: Terminal): (text: string) => void {
  let toldAt = performance.now()
  return (text) => {
    if (performance.now() < toldAt + TOLD_MS) return
    toldAt = performance.now()
    terminal.err(`${text} so far`)
  }
}

export const BACKUP_COMMANDS: readonly Command[] = [backup, restoreCommand]
