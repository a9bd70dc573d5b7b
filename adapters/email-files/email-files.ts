import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Email, Mailer } from '../../lib/ports/mailer.ts'
import { type MailAddress, mailAddress } from '../../policies/email-address.ts'
import { oneLine } from '../smtp/mail-address.ts'
import { internetMessage } from './internet-message.ts'

/** Options of `emailFiles`. */
export interface EmailFilesOptions {
  /**
   * Folder for the email files. Created with mode 700 if it does not exist.
   * @example '.portico/emails'
   */
  readonly folder: string
  /**
   * Receives two lines per email: the recipient and subject, then the link. Anyone with the link can act as the
   * recipient, so print the lines to a developer's screen, not to a log.
   * @example console.log
   */
  readonly print: (text: string) => void
}

const FILES_MAX = 200
/** Matches the names of finished email files, and of partial ones that a killed process left behind. */
const OURS = /^\d{4}-\d\d-\d\dT[\d.]+Z-.*\.eml(?:\.[\da-f-]+)?$/

/**
 * Writes emails to files instead of sending them, so you can try Portico on localhost without a mail server. Keeps the
 * newest 200 files, each with mode 600. A disk error results in `deferred`, with the error code.
 */
export function emailFiles({ folder, print }: EmailFilesOptions): Mailer {
  async function write(email: Email, content: string, date: Date): Promise<string> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = fileName(email, date)
    const file = join(folder, name)
    const unfinished = `${file}.${randomUUID()}`
    try {
      await writeFile(unfinished, content, { mode: 0o600, flag: 'wx' })
      await rename(unfinished, file)
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => undefined)
      throw error
    }
    return name
  }

  /** Deletes the oldest emails; file names sort by time. Ignores emails that another process has already deleted. */
  async function removeOld(): Promise<void> {
    const names = (await readdir(folder)).filter((name) => OURS.test(name)).toSorted()
    for (const name of names.slice(0, -FILES_MAX)) await rm(join(folder, name), { force: true })
  }

  return {
    name: `files (${folder})`,
    async send(email) {
      const to = mailAddress(email.to)
      if (to === undefined) return { outcome: 'refused', answer: 'not an address' }
      const date = new Date()
      let name: string
      try {
        name = await write(email, internetMessage(email, to, date), date)
      } catch (error) {
        const { code } = error as { readonly code?: unknown }
        return { outcome: 'deferred', answer: `not written: ${typeof code === 'string' ? code : 'unknown error'}` }
      }
      // Ignore errors, because the email has been written even if deleting old ones fails.
      await removeOld().catch(() => undefined)
      print(announcement(email, to, join(folder, name)))
      return { outcome: 'accepted', answer: `written: ${name}` }
    },
  }
}

/** Removes control characters, so that an email cannot move the terminal's cursor or add lines to the output. */
function announcement({ kind, subject, link }: Email, { address }: MailAddress, file: string): string {
  return `email to ${address}: ${oneLine(subject)} (${oneLine(kind)})\n${oneLine(link ?? file)}`
}

/** The file name contains no colons, which some file systems reject, and no characters that could escape the folder. */
function fileName({ kind, id }: Email, date: Date): string {
  const [safeKind, safeId] = [kind, id].map((text) => text.replaceAll(/[^\w-]/g, '_').slice(0, 80))
  return `${date.toISOString().replaceAll(':', '')}-${safeKind}-${safeId}.eml`
}
