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
import { POLICY_COMMANDS } from './commands/policy.ts'
import { RECEIPT_COMMANDS } from './commands/receipt.ts'
import { rehearseCommand } from './commands/rehearse.ts'
import { restoreCommand } from './commands/restore.ts'
import { ROLE_COMMANDS } from './commands/role.ts'
import { SECRET_COMMANDS } from './commands/secret.ts'
import { serveCommand } from './commands/serve.ts'
import { storeSetIssuerCommand } from './commands/store-issuer.ts'
import { storeSchemaCommand } from './commands/store-schema.ts'
import { textsCheckCommand } from './commands/texts-check.ts'
import { tryCommand } from './commands/try.ts'
import { upgradeCommand } from './commands/upgrade.ts'
import { UPSTREAM_COMMANDS } from './commands/upstream.ts'
import { USER_COMMANDS } from './commands/user.ts'
import { USER_LINK_COMMANDS } from './commands/user-link.ts'
import { userOffboardCommand } from './commands/user-offboard.ts'
import { USER_OPERATIONS } from './commands/user-operations.ts'
import { userResetCommand } from './commands/user-reset.ts'
import { userUpdateCommand } from './commands/user-update.ts'
import type { Command } from './terminal/command.ts'

/** The commands as the overview lists them. */
export const COMMAND_GROUPS: readonly { readonly title: string; readonly commands: readonly Command[] }[] = [
  { title: 'Run', commands: [initCommand, serveCommand, tryCommand, doctorCommand, explainCommand, textsCheckCommand] },
  {
    title: 'Clients',
    commands: [
      clientCreateCommand,
      clientUpdateCommand,
      clientRotateSecretCommand,
      ...CLIENT_COMMANDS,
      ...CLIENT_OPERATIONS,
      ...APP_COMMANDS,
    ],
  },
  {
    title: 'Users and roles',
    commands: [
      ...USER_COMMANDS,
      userUpdateCommand,
      userResetCommand,
      ...USER_OPERATIONS,
      userOffboardCommand,
      ...RECEIPT_COMMANDS,
      ...USER_LINK_COMMANDS,
      ...ROLE_COMMANDS,
      ...POLICY_COMMANDS,
    ],
  },
  { title: 'External providers and LDAP', commands: [...UPSTREAM_COMMANDS, ...DIRECTORY_COMMANDS] },
  { title: 'Keys, secrets, and audit log', commands: [...KEYS_COMMANDS, ...SECRET_COMMANDS, ...AUDIT_COMMANDS] },
  {
    title: 'Migration, backup, and upgrade',
    commands: [
      rehearseCommand,
      importCommand,
      importStatusCommand,
      exportCommand,
      backupCommand,
      restoreCommand,
      upgradeCommand,
      storeSetIssuerCommand,
      storeSchemaCommand,
    ],
  },
]

export const COMMANDS: readonly Command[] = COMMAND_GROUPS.flatMap(({ commands }) => commands)
