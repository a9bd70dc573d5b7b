import { createInterface } from 'node:readline/promises'
import { printable } from '../../../policies/untrusted-text.ts'
import { folderVariables } from '../../config/sources/folder.ts'
import type { Terminal } from './command.ts'

/** This process's terminal. Escapes all output, because it can contain untrusted text (in `explain`, for example). */
export function processTerminal(): Terminal {
  return {
    out: (text) => process.stdout.write(`${printable(text)}\n`),
    err: (text) => process.stderr.write(`${printable(text)}\n`),
    ...(process.stderr.isTTY
      ? { status: (text: string) => void process.stderr.write(`\r\u001b[K${printable(text)}`) }
      : {}),
    env: folderVariables(process.env, '.'),
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
