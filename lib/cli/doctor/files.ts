import { statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, finding } from '../../../policies/findings.ts'
import type { Subject } from './settings.ts'

const OF_OTHERS = 0o007
/** `f_type` of tmpfs (statfs(2)). Container runtimes mount secrets on tmpfs and choose the file modes. */
const TMPFS = 0x01021994

/** Finds files with secrets that other users on this machine can read. @param folder where Portico starts */
export function lookAtFiles(subject: Subject, env: NodeJS.ProcessEnv, folder: string): readonly Finding[] {
  const { deployment, configuration, sources } = subject
  if (process.platform === 'win32') return []
  const { configFile, dataFolder } = deployment
  const isClientSecret = configuration.clients.some((client) => client.client_secret !== undefined)
  const isSecretInFile =
    sources['secret']?.from === 'file' ||
    sources['mail.url']?.from === 'file' ||
    (sources['clients']?.from === 'file' && isClientSecret)
  const named = Object.entries(env).filter(([name, path]) => name.endsWith('_FILE') && isOurs(name, subject) && path)
  const files = [
    join(folder, '.env'),
    join(dataFolder, 'secret'),
    ...(isSecretInFile && configFile !== undefined ? [configFile] : []),
    ...named.map(([, path]) => path as string).filter((path) => !isInMemory(path)),
  ]
  return files
    .filter(isOpen)
    .map((file) => finding('file-permissions', `${file} can be read by all users on this machine`))
}

/** Whether a setting of Portico has this variable. Certificates are public. */
const isOurs = (name: string, { sources }: Subject): boolean =>
  Object.entries(sources).some(([path, one]) => one.name === name && path !== 'ldap.ca')

const isOpen = (file: string): boolean => ((statSync(file, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0

function isInMemory(file: string): boolean {
  try {
    return statfsSync(file).type === TMPFS
  } catch {
    return false
  }
}
