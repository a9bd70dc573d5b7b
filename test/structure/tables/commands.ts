/** The commands, from their help. */
import { COMMANDS } from '../../../lib/cli/commands.ts'
import { usageOf } from '../../../lib/cli/help.ts'
import { code, type Parts, table } from './parts.ts'

export const COMMAND_LIST: Parts = {
  commands: () =>
    table(
      ['command', 'what it does'],
      COMMANDS.map((command) => [code(usageOf(command)), command.summary]),
    ),
}
