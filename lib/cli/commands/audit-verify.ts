import type { Command } from '../terminal/command.ts'
import { withStore } from './store.ts'

export const auditVerifyCommand: Command = {
  name: 'audit verify',
  usage: '',
  summary: 'recomputes the hashes of the audit trail and finds any edit or gap',
  options: {},
  run: (args, terminal) =>
    withStore(terminal, async ({ audit }) => {
      const verdict = await audit.verify()
      if (args.flag('json')) terminal.out(JSON.stringify(verdict))
      else if (verdict.outcome === 'intact') terminal.out(`intact: ${verdict.entries} entries`)
      else
        terminal.err(
          verdict.why === 'gap'
            ? `broken: entry ${verdict.seq} is missing`
            : `broken: entry ${verdict.seq} was edited, or the one before it`,
        )
      return verdict.outcome === 'intact' ? 0 : 1
    }),
}
