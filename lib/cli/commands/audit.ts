import { readFileSync } from 'node:fs'
import { NotText, textIn } from '../../config/data/file-text.ts'
import { jsonIn, textAt } from '../../config/data/plain-data.ts'
import { type AuditHead, type AuditVerdict, readHead, writeHead } from '../../domain/audit/audit-verification.ts'
import { secretId } from '../../domain/keys/seal.ts'
import { readSecretSets } from '../../domain/keys/secret-registry.ts'
import { type Command, json, Refused, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'
import { type OpenStore, withStore } from './store.ts'

const head = command('audit head', (args, terminal) =>
  withStore(terminal, async ({ audit }) => {
    const found = await audit.head()
    if (found === undefined) throw new Refused('the audit trail is empty')
    terminal.out(args.flag('json') ? json({ head: writeHead(found), ...found }) : writeHead(found))
    return 0
  }),
)

const verify = command('audit verify', (args, terminal) => {
  const text = args.text('head')
  const heads = text === undefined ? undefined : headsIn(text)
  return withStore(terminal, async (store) => {
    const verdict = await store.audit.verify({ heads })
    const other = verdict.outcome === 'broken' && verdict.why === 'edited' ? await otherSecretOf(store) : undefined
    if (args.flag('json')) terminal.out(json({ ...verdict, ...(other === undefined ? {} : { otherSecret: other }) }))
    else if (verdict.outcome === 'broken') {
      terminal.err(brokenWords(verdict))
      if (other !== undefined) terminal.err(otherWords(other))
    } else terminal.out(wordsOf(verdict, heads))
    return verdict.outcome === 'intact' ? 0 : 1
  })
})

/** ID of a root secret that a node used but this command lacks. Without that secret, the node's entries look forged. */
async function otherSecretOf({ storage, secrets }: OpenStore): Promise<string | undefined> {
  const ids = secrets.map(secretId)
  return (await readSecretSets(storage.documents)).flatMap((set) => set.ids).find((id) => !ids.includes(id))
}

const otherWords = (id: string): string =>
  `a node used a root secret that is missing here (id ${id}), and its entries cannot be verified without it; set PORTICO_SECRET to the same value as on the nodes`

const BROKEN: Readonly<Record<'gap' | 'edited' | 'cut', string>> = {
  gap: 'is missing',
  edited: 'or the one before it was edited or forged',
  cut: 'was recorded as a head and is missing: the trail was cut off, or the head is older than the retention period',
}

const brokenWords = ({ seq, why, restored }: AuditVerdict & { readonly outcome: 'broken' }): string =>
  restored === undefined
    ? `broken: entry ${seq} ${BROKEN[why]}`
    : `entry ${seq} was recorded as a head and is missing: the store was restored at ${new Date(restored.at).toISOString()} from a backup of ${restored.backupOf}, and entries after ${restored.lastKept} are lost; use a head recorded since then to verify that nothing else is missing`

function wordsOf({ entries }: AuditVerdict & { readonly outcome: 'intact' }, heads: readonly AuditHead[] | undefined) {
  const lines = [`intact: ${entries} entries`]
  if (heads === undefined)
    lines.push('use --head with a logged head to verify that nothing has been cut off since then')
  return lines.join('\n')
}

/** Accepts an audit log head as printed, or the path to a log file that contains heads. @throws UsageError */
function headsIn(text: string): readonly AuditHead[] {
  const given = readHead(text)
  if (given !== undefined) return [given]
  let log: string
  try {
    log = textIn(readFileSync(text))
  } catch (error) {
    if (error instanceof NotText) throw new UsageError(`${text}: ${error.message}`)
    throw new UsageError(`${text} is neither a head (SEQ:HASH) nor a readable file`)
  }
  const logged = log
    .split('\n')
    .map((line) => readHead(headOnLine(line) ?? ''))
    .filter((head) => head !== undefined)
  if (logged.length === 0) throw new UsageError(`${text} contains no audit trail head`)
  return logged
}

/** Reads the head only from Portico's own message, because the rest of a log line can contain untrusted text. */
function headOnLine(line: string): string | undefined {
  if (!line.startsWith('{')) return /^\S+ info +audit head +head=(\S+)$/.exec(line)?.[1]
  const entry = jsonIn(line)
  return textAt(entry, 'code') === 'audit-head' ? textAt(entry, 'head') : undefined
}

export const AUDIT_COMMANDS: readonly Command[] = [head, verify]
