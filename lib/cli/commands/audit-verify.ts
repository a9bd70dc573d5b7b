import type { Command } from '../terminal/command.ts'
import { withStore } from './store.ts'

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  summary: 'recomputes the hashes of the audit trail and finds any edit or gap',
  run: (args, terminal) =>
    withStore(terminal, async ({ audit }) => {
      const verdict = await audit.verify()
      const isIntact = verdict.outcome === 'intact'
      if (args.flag('json')) terminal.out(JSON.stringify(verdict))
      else if (isIntact) terminal.out(`intact: ${verdict.entries} entries`)
      else terminal.err(`broken: entry ${verdict.seq} ${verdict.why === 'gap' ? 'is missing' : EDITED}`)
      return isIntact ? 0 : 1
    }),
}

const EDITED = 'was edited, or the one before it'
