/** The commands, from their help. */
import { COMMANDS } from '../../../lib/cli/commands.ts'
import { code, type Parts, table } from './parts.ts'

export const COMMAND_LIST: Parts = {
  commands: () =>
    table(
      ['command', 'what it does'],
      COMMANDS.map(({ name, usage = '', summary }) => [code(`${name} ${usage}`.trim()), summary]),
    ),
}
