import { type FileHandle, open, rm } from 'node:fs/promises'
import { exportLines } from '../../domain/transfer/export-lines.ts'
import { UsageError } from '../terminal/command.ts'
import { command } from './command.ts'
import { withStore } from './store.ts'

export const exportCommand = command('export', async (args, terminal) => {
  const hasChoice = args.flag('users') || args.flag('clients')
  const choice = {
    users: !hasChoice || args.flag('users'),
    clients: !hasChoice || args.flag('clients'),
    passwordHashes: args.flag('with-password-hashes'),
    secretHashes: args.flag('with-secret-hashes'),
  }
  const path = args.text('to')
  if (path === undefined && (choice.passwordHashes || choice.secretHashes))
    throw new UsageError('hashes are written only to a file; use --to FILE')
  if (args.positionals.length > 0) throw new UsageError('export takes no arguments, only options')
  return withStore(terminal, async (store) => {
    const file = path === undefined ? undefined : await newFile(path)
    const counts = { written: 0, user: 0, client: 0 }
    try {
      for await (const exported of exportLines(store, choice)) {
        if ('leftOut' in exported) counts[exported.leftOut] += 1
        else {
          counts.written += 1
          if (file === undefined) terminal.out(exported.line)
          else await file.appendFile(`${exported.line}\n`)
        }
      }
      await file?.sync()
    } catch (error) {
      // A partial file could be mistaken for a complete one.
      if (path !== undefined) await rm(path)
      throw error
    } finally {
      await file?.close()
    }
    terminal.err(`${counts.written} lines`)
    if (counts.user + counts.client > 0)
      terminal.err(
        `not exported: ${counts.user} users and ${counts.client} clients from the configuration; they move with it`,
      )
    return 0
  })
})

/** @throws UsageError if the file exists or cannot be created */
export async function newFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UsageError(code === 'EEXIST' ? `${path} already exists` : `${path} cannot be written (${code})`)
  }
}
