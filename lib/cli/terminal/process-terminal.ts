import { createInterface } from 'node:readline/promises'
import { printable } from '../../../policies/untrusted-text.ts'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { folderVariables } from '../../config/sources/folder.ts'
import type { Terminal } from './command.ts'

/** This process's terminal. Escapes all output, because it can contain untrusted text (in `explain`, for example). */
export function processTerminal(): Terminal {
  // A reader that has closed the pipe, such as `head`, wants no more. The command still completes.
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (systemErrorCode(error) !== 'EPIPE') throw error
    })
  return {
    out: (text) => process.stdout.write(`${printable(text)}\n`),
    err: (text) => process.stderr.write(`${printable(text)}\n`),
    ...(process.stderr.isTTY
      ? { status: (text: string) => void process.stderr.write(`\r\u001b[K${printable(text)}`) }
      : {}),
    // A command that needs no settings runs although `.env` is invalid.
    get env() {
      return folderVariables(process.env, '.')
    },
    async ask(question) {
      if (process.stdin.isTTY !== true) return undefined
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      try {
        return await lines.question(question)
      } finally {
        lines.close()
      }
    },
  }
}
