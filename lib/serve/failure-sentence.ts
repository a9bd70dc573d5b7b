import { ConfigError } from '../config/issues/config-error.ts'
import { systemErrorCode } from '../config/issues/system-error.ts'
import { BackupError } from '../domain/backup/backup-error.ts'
import { RestoreUnfinished } from '../domain/seed/restore-marker.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'

/** Describes an error in one sentence, without a stack trace. The sentence for a ConfigError lists every issue. */
export function failureSentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BackupError || error instanceof RestoreUnfinished)
    return error.message
  if (error instanceof StoreUnavailable) return `the store cannot be used: ${error.message}`
  const { message, path } = (error ?? {}) as { readonly message?: unknown; readonly path?: unknown }
  const code = systemErrorCode(error)
  if (code !== undefined && typeof path === 'string') return `${path} cannot be used: ${code}`
  return `an unexpected error: ${String(message ?? error).split('\n')[0]}`
}
