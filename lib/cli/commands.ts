import { APP_COMMANDS } from './commands/app.ts'
import { AUDIT_COMMANDS } from './commands/audit.ts'
import { backupCommand } from './commands/backup.ts'
import { CLIENT_COMMANDS } from './commands/client.ts'
import { clientCreateCommand } from './commands/client-create.ts'
import { CLIENT_OPERATIONS } from './commands/client-operations.ts'
import { clientRotateSecretCommand } from './commands/client-rotate-secret.ts'
import { clientUpdateCommand } from './commands/client-update.ts'
import { DIRECTORY_COMMANDS } from './commands/directory.ts'
import { doctorCommand } from './commands/doctor.ts'
import { explainCommand } from './commands/explain.ts'
import { exportCommand } from './commands/export.ts'
import { importCommand } from './commands/import.ts'
import { importStatusCommand } from './commands/import-status.ts'
import { initCommand } from './commands/init.ts'
import { KEYS_COMMANDS } from './commands/keys.ts'
import { rehearseCommand } from './commands/rehearse.ts'
import { restoreCommand } from './commands/restore.ts'
import { ROLE_COMMANDS } from './commands/role.ts'
import { SECRET_COMMANDS } from './commands/secret.ts'
import { serveCommand } from './commands/serve.ts'
import { storeSetIssuerCommand } from './commands/store-issuer.ts'
import { textsCheckCommand } from './commands/texts-check.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { UPSTREAM_COMMANDS } from './commands/upstream.ts'
import { USER_COMMANDS } from './commands/user.ts'
import { USER_LINK_COMMANDS } from './commands/user-link.ts'
import { USER_OPERATIONS } from './commands/user-operations.ts'
import { userResetCommand } from './commands/user-reset.ts'
import { userUpdateCommand } from './commands/user-update.ts'
import type { Command } from './terminal/command.ts'

/** All commands, in the order in which the overview lists them. */
export const COMMANDS: readonly Command[] = [
  initCommand,
  serveCommand,
  clientCreateCommand,
  clientUpdateCommand,
  clientRotateSecretCommand,
  ...CLIENT_COMMANDS,
  ...CLIENT_OPERATIONS,
  ...APP_COMMANDS,
  ...USER_COMMANDS,
  userUpdateCommand,
  userResetCommand,
  ...USER_OPERATIONS,
  ...USER_LINK_COMMANDS,
  ...ROLE_COMMANDS,
  ...UPSTREAM_COMMANDS,
  ...KEYS_COMMANDS,
  ...DIRECTORY_COMMANDS,
  doctorCommand,
  exportCommand,
  importStatusCommand,
  importCommand,
  ...SECRET_COMMANDS,
  explainCommand,
  ...AUDIT_COMMANDS,
  backupCommand,
  restoreCommand,
  upgradeCommand,
  storeSetIssuerCommand,
  textsCheckCommand,
  rehearseCommand,
]
