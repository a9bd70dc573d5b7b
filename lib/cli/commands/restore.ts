import { findAccount } from '../../domain/accounts/account-record.ts'
import { signInNames } from '../../domain/accounts/sign-in-names.ts'
import { usernameClaims } from '../../domain/accounts/username-claims.ts'
import { writeHead } from '../../domain/audit/audit-verification.ts'
import { BackupError } from '../../domain/backup/backup-error.ts'
import { type BackupFile, openBackupFile } from '../../domain/backup/backup-file.ts'
import { withoutIssuer } from '../../domain/backup/backup-selection.ts'
import { makeIndexes } from '../../domain/backup/indexes.ts'
import { restore } from '../../domain/backup/restore.ts'
import { json } from '../terminal/command.ts'
import { copiesOf, described, markerOf, progress, secretsOf } from './backup-parts.ts'
import { command } from './command.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

export const restoreCommand = command('restore', (args, terminal) => {
  const path = args.only('file')
  return withStore(
    terminal,
    async (store) => {
      const copies = copiesOf(store)
      const file = await openBackupFile(path, secretsOf(store))
      try {
        assertIssuer(file, store, args.flag('new-issuer'))
        const report = progress(terminal)
        const restored = await restore(
          {
            copies,
            marker: markerOf(store),
            audit: store.audit,
            makeIndexes: () => makeIndexes(indexPartsOf(store)),
            actor: CLI_ACTOR,
            progress: (doing, entries) => report(`${entries} entries ${doing}`),
          },
          args.flag('new-issuer') ? { ...file, items: () => withoutIssuer(file.items()) } : file,
          args.flag('start-over'),
        )
        const head = restored.head === undefined ? undefined : writeHead(restored.head)
        if (args.flag('json'))
          terminal.out(json({ file: path, ...described(file.about), entries: restored.entries, audit_head: head }))
        terminal.err(
          `done: the store was restored to its state at ${described(file.about).created_at}; all users must sign in again`,
        )
        if (head !== undefined) terminal.err(`the backup's audit trail ends with ${head}`)
        return 0
      } finally {
        await file.close()
      }
    },
    'empty',
  )
})

function indexPartsOf({ storage, clientIndexes }: OpenStore): Parameters<typeof makeIndexes>[0] {
  const { documents } = storage
  return {
    storage,
    clientIndexes,
    // No username counts as retired here, because only existing accounts claim usernames.
    usernames: usernameClaims(documents, async () => false),
    names: signInNames(documents, (sub) => findAccount(documents, sub)),
  }
}

function assertIssuer({ about }: BackupFile, { configuration: { baseUrl } }: OpenStore, isNewWanted: boolean): void {
  if (about.issuer === baseUrl || isNewWanted) return
  throw new BackupError(
    `the backup is from ${about.issuer}, but BASE_URL is ${baseUrl}: apps and passkeys are bound to the service's URL; to use the new URL, add --new-issuer`,
  )
}
