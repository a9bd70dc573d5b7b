/** Portico derives all other secrets from the root secret. On localhost it can be generated, so no setup is needed. */
import { randomBytes } from 'node:crypto'
import { link, readFile, unlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { textIn } from './data/file-text.ts'
import { makeFolder } from './data/make-folder.ts'
import { describeReceived } from './data/plain-data.ts'
import { ConfigError, configIssue } from './issues/config-error.ts'
import { systemErrorCode } from './issues/system-error.ts'
import ADDRESS_SETTINGS from './schema/address-settings.json' with { type: 'json' }

const { minLength, expected, hint } = ADDRESS_SETTINGS.secret
const MADE_BYTES = 32

export interface RootSecret {
  /** The current secret, followed by older ones that are still accepted. */
  readonly secrets: readonly [string, ...string[]]
  /** `passing`: generated for this process only, because there is no folder to store it in. */
  readonly origin: 'configured' | 'kept' | 'made' | 'passing'
}

export interface RootSecretRequest {
  /**
   * Root secrets from the configuration, starting with the current one.
   * @example configuration.secret
   */
  readonly configured: readonly string[]
  /**
   * Folder for a generated secret. If it is undefined or `:memory:`, the secret is not stored.
   * @example '.portico'
   */
  readonly dataFolder: string | undefined
  /**
   * Whether the base URL is on localhost. If it is not, no secret is generated.
   * @example true
   */
  readonly isLocalhost: boolean
  /**
   * Whether another process uses the store, possibly with a different secret. If so, no secret is generated.
   * @default false
   * @example true
   */
  readonly isBesideService?: boolean
  /**
   * Source of randomness.
   * @default randomBytes of node:crypto
   * @example (bytes) => randomBytes(bytes)
   */
  readonly random?: (bytes: number) => Buffer
}

/**
 * Returns the configured root secret. On localhost, generates one and stores it in the data folder.
 * @throws ConfigError if no secret is configured and none can be generated, or if the stored one is damaged
 */
export async function obtainRootSecret(request: RootSecretRequest): Promise<RootSecret> {
  const { configured, dataFolder, isLocalhost, isBesideService = false, random = randomBytes } = request
  const [current, ...replaced] = configured
  if (current !== undefined) return { secrets: [current, ...replaced], origin: 'configured' }
  const missing = new ConfigError([configIssue('E1003', 'secret', expected, 'nothing', hint)])
  if (!isLocalhost) throw missing
  const path = dataFolder === undefined || dataFolder === ':memory:' ? undefined : join(dataFolder, 'secret')
  const found = path === undefined ? undefined : await readKept(path)
  if (found === undefined && isBesideService) throw missing
  const made = random(MADE_BYTES).toString('base64url')
  if (path === undefined) return { secrets: [made], origin: 'passing' }
  const kept = found ?? (await keep(path, made))
  return kept === made ? { secrets: [made], origin: 'made' } : { secrets: [checkKept(kept, path)], origin: 'kept' }
}

async function readKept(path: string): Promise<string | undefined> {
  try {
    return textIn(await readFile(path)).trim()
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** If several processes start at the same time, one generates the secret and the others read it. */
async function keep(path: string, made: string): Promise<string> {
  await makeFolder(dirname(path), 0o700)
  // Write a draft and hard-link it to the path, so readers never see a partial file and only the first link succeeds.
  const draft = `${path}.${process.pid}.${made.slice(0, 8)}`
  await writeFile(draft, `${made}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, path)
    return made
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') return (await readKept(path)) ?? ''
    throw error
  } finally {
    await unlink(draft)
  }
}

function checkKept(kept: string, path: string): string {
  if (kept.length >= minLength) return kept
  const remedy = 'put the file back from a backup; without it what the store keeps encrypted cannot be read'
  throw new ConfigError([
    { ...configIssue('E1003', 'secret', expected, describeReceived(kept, 'hidden'), remedy), origin: path },
  ])
}
