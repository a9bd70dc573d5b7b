import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { FORM_DAYS } from '../../../policies/imported-password-hash.ts'
import { clientConfigIssues } from '../../compose/checked-clients.ts'
import { NotText } from '../../config/data/file-text.ts'
import { readJson } from '../../config/data/json-text.ts'
import { memberAt } from '../../config/data/plain-data.ts'
import { MissingPackage } from '../../domain/accounts/factors/imported-passwords.ts'
import { hashForms } from '../../domain/accounts/hash-forms.ts'
import { serviceHosts } from '../../domain/clients/gate.ts'
import { textLines } from '../../domain/transfer/bounded-lines.ts'
import type { LineRefusal } from '../../domain/transfer/import-outcome.ts'
import { type ImportCounts, importLines } from '../../domain/transfer/import-run.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { json, Refused, type Terminal, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'
import { importProgress } from './import-progress.ts'
import { CLI_ACTOR, type OpenStore, withStore } from './store.ts'

export const importCommand = command('import', async (args, terminal) => {
  const path = args.only('file')
  const dryRun = args.flag('dry-run')
  const file = await lookedThrough(path)
  return withStore(terminal, async (store) => {
    const { audit } = store
    const note = async (event: 'account.import-started' | 'account.import-ended', detail: string): Promise<void> => {
      if (!dryRun) await audit.record({ event, result: 'ok', actor: CLI_ACTOR, detail })
    }
    await note('account.import-started', `${file.lines} lines, sha256 ${file.digest}`)
    const counts = await performed(terminal, async () => {
      const done = await imported(store, terminal, { path, lines: file.lines, dryRun })
      await note('account.import-ended', `${wordsOf(done)}, sha256 ${file.digest}`)
      return done
    })
    if (counts === 'package-missing') return 2
    if (args.flag('json')) terminal.out(json({ dryRun, sha256: file.digest, ...counts }))
    for (const line of report(counts, dryRun)) terminal.err(line)
    return counts.refused === 0 ? 0 : 1
  })
})

/** Reports an error that ends the run early. Entries that were already imported are kept. */
async function performed(
  terminal: Terminal,
  run: () => Promise<ImportCounts>,
): Promise<ImportCounts | 'package-missing'> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof StoreUnavailable)
      throw new Refused(
        'the store is not responding; users and clients imported so far are kept; run the same command again',
      )
    if (!(error instanceof MissingPackage)) throw error
    terminal.err(error.message)
    return 'package-missing'
  }
}

async function imported(
  store: OpenStore,
  terminal: Terminal,
  { path, lines, dryRun }: { readonly path: string; readonly lines: number; readonly dryRun: boolean },
): Promise<ImportCounts> {
  const progress = importProgress(terminal, lines, () => performance.now())
  const { storage, configuration } = store
  const now = Date.now
  const parts = {
    directory: store.directory,
    forms: hashForms(storage.documents, now),
    identities: store.identities(store.directory),
    clients: {
      ...store,
      clients: storage.clients,
      scopes: configuration.scopes,
      serviceHosts: serviceHosts(configuration),
      configIssues: clientConfigIssues,
      actor: { name: CLI_ACTOR },
      now,
    },
    now,
  }
  const refused = (line: number, { reason }: LineRefusal): void => progress.say(`line ${line}: ${reason}`)
  const text = createReadStream(path)
  try {
    return await importLines(textLines(text), parts, { dryRun, refused, progress: progress.at })
  } finally {
    text.destroy()
    progress.end()
  }
}

/** Reads the whole file first, because the audit log records the file's digest. @throws UsageError */
async function lookedThrough(path: string) {
  const hash = createHash('sha256')
  let first: string | undefined
  let lines = 0
  try {
    for await (const line of textLines(digested(createReadStream(path), hash))) {
      lines += 1
      if (line.trim() !== '') first ??= line
    }
  } catch (error) {
    if (error instanceof NotText) throw new UsageError(`${path}: ${error.message}; nothing was imported`)
    throw new UsageError(`${path} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  // Rejects a raw export from another system here; otherwise, every line would be reported as an error.
  const json = readJson(first ?? '')
  if (json.outcome === 'read' ? memberAt(json.value, 'type') === undefined : !first?.includes('"type"'))
    throw new UsageError(
      `${path} does not begin with a line such as {"type":"user", …}; convert the export with jq first`,
    )
  return { lines, digest: hash.digest('hex') }
}

async function* digested(file: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of file) {
    hash.update(chunk)
    yield chunk
  }
}

const wordsOf = ({ users, clients, unchanged, refused }: ImportCounts): string =>
  `${counted(users, 'user')} and ${counted(clients, 'client')} created, ${unchanged} unchanged, ${refused} refused`

const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

function report(counts: ImportCounts, dryRun: boolean): readonly string[] {
  const { administrators, hashCosts, withoutSecret } = counts
  return [
    dryRun ? `${wordsOf(counts)} (dry run: nothing was written)` : wordsOf(counts),
    ...(administrators > 0 ? [`${administrators} of the users are administrators (sso:admin)`] : []),
    ...Object.entries(hashCosts).map(
      ([form, cost]) =>
        `because of ${form}, each sign-in costs as much as ${cost} additional password hashes until the format expires in ${FORM_DAYS} days or portico import status finds none left`,
    ),
    ...withoutSecret.map((id) => `${id} has no secret yet; run portico client rotate-secret ${id}`),
  ]
}
