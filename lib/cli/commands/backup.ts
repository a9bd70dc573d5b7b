import { OWN_VERSION } from '../../config/own-version.ts'
import type { Counts } from '../../domain/backup/backup-content.ts'
import { writeBackupFile } from '../../domain/backup/backup-file.ts'
import { keptItems } from '../../domain/backup/backup-selection.ts'
import { json } from '../terminal/command.ts'
import { copiesOf, described, progress, secretsOf } from './backup-parts.ts'
import { command } from './command.ts'
import { CLI_ACTOR, withStore } from './store.ts'

export const backupCommand = command('backup', (args, terminal) => {
  const path = args.only('file')
  return withStore(terminal, async (store) => {
    const { configuration, storage, audit } = store
    const secrets = secretsOf(store)
    const copies = copiesOf(store)
    // Recorded when the file is open and before its content leaves the store, so that the backup has the entry too.
    const items = async function* (): ReturnType<typeof keptItems> {
      await audit.record({ event: 'store.backed-up', result: 'ok', actor: CLI_ACTOR })
      yield* keptItems(copies.readAll())
    }
    const about = {
      createdAt: Date.now(),
      issuer: configuration.baseUrl,
      version: OWN_VERSION,
      store: storage.name,
    }
    const report = progress(terminal)
    let counts: Counts | undefined
    await writeBackupFile(path, about, items(), secrets, (found) => {
      counts = { ...found }
      report(wordsOf(found))
    })
    if (args.flag('json')) terminal.out(json({ file: path, ...described(about), counts }))
    terminal.err(`done: ${counts === undefined ? '' : wordsOf(counts)} are in ${path}`)
    return 0
  })
})

const wordsOf = (counts: Counts): string =>
  `${counts.document} documents, ${counts.client} clients, ${counts['audit-line']} audit entries and ${counts.version} revocation versions`
