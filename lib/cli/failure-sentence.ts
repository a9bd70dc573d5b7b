import { ConfigError } from '../config/issues/config-error.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'
import { EnvFileError } from './env-file/env-file.ts'

/**
 * What a person at a terminal is told of an error, in one sentence without its stack: of settings what is wrong with each, of the store
 * and of files the word of whoever refused and the place.
 */
export function failureSentence(error: unknown): string {
  if (error instanceof ConfigError || error instanceof EnvFileError) return error.message
  if (error instanceof StoreUnavailable) return `the store cannot be used: ${error.message}`
  if (!(error instanceof Error)) return 'an unexpected error, of which nothing is known'
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (typeof code === 'string' && path !== undefined) return `${path} cannot be used: ${code} (${syscall ?? 'unknown'})`
  return `an unexpected error: ${error.message.split('\n')[0]}`
}
