/** The commands, from their help. */
import { COMMANDS } from '../../../lib/cli/commands.ts'
import { usageOf } from '../../../lib/cli/help.ts'
import { code, list, type Parts } from './parts.ts'

export const COMMAND_LIST: Parts = {
  commands: () => list(COMMANDS.map((command) => [code(usageOf(command)), command.summary])),
}
