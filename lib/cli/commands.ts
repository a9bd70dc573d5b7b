import { auditVerifyCommand } from './commands/audit-verify.ts'
import { CLIENT_COMMANDS } from './commands/client.ts'
import { clientCreateCommand } from './commands/client-create.ts'
import { clientUpdateCommand } from './commands/client-update.ts'
import { explainCommand } from './commands/explain.ts'
import { KEYS_COMMANDS } from './commands/keys.ts'
import { raceCommand } from './commands/race.ts'
import { ROLE_COMMANDS } from './commands/role.ts'
import { USER_COMMANDS } from './commands/user.ts'
import { userDeleteCommand, userUpdateCommand } from './commands/user-update.ts'
import type { Command } from './terminal/command.ts'

/** Every command, in the order of the overview. */
export const COMMANDS: readonly Command[] = [
  clientCreateCommand,
  clientUpdateCommand,
  ...CLIENT_COMMANDS,
  ...USER_COMMANDS,
  userUpdateCommand,
  userDeleteCommand,
  ...ROLE_COMMANDS,
  ...KEYS_COMMANDS,
  explainCommand,
  auditVerifyCommand,
  raceCommand,
]
