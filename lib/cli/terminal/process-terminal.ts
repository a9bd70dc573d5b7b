import { createInterface } from 'node:readline/promises'
import type { Terminal } from './command.ts'

/** What strangers sent may be shown here (explain): no terminal takes a command from it, and nothing runs backwards. */
function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => process.stdout.write(`${printable(text)}\n`),
    err: (text) => process.stderr.write(`${printable(text)}\n`),
    env: process.env,
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
