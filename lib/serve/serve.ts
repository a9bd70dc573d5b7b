/**
 * `portico serve`: reads settings from the environment and the folder, and runs one process or one per core.
 * Exit codes: 0 stopped cleanly, 1 failed, 2 invalid settings.
 */
import cluster from 'node:cluster'
import { ConfigError } from '../config/issues/config-error.ts'
import { folderVariables } from '../config/sources/folder.ts'
import type { Variables } from '../config/sources/variables.ts'
import type { StartDemo } from './demo-app.ts'
import { failureSentence } from './failure-sentence.ts'
import { serveNode } from './node.ts'
import { readSettings } from './settings.ts'
import { superviseWorkers } from './workers.ts'

/** Options of `serve`. */
export interface ServeOptions {
  /**
   * Environment variables.
   * @default process.env
   * @example { BASE_URL: 'https://sso.example.com' }
   */
  readonly env?: Variables
  /**
   * Folder that contains `portico.json` and `.env`.
   * @default '.'
   * @example '/etc/portico'
   */
  readonly folder?: string
  /**
   * A demo app, which starts on localhost unless there is a configuration file.
   * @default no demo app
   * @example async ({ baseUrl, port }) => startMyApp(baseUrl, port)
   */
  readonly demo?: StartDemo
}

/** Runs Portico until the process is asked to stop, then exits. If the settings are invalid, exits immediately. */
export async function serve({ env = process.env, folder = '.', demo }: ServeOptions = {}): Promise<void> {
  try {
    const settings = await readSettings(folderVariables(env, folder))
    if (cluster.isWorker || settings.workers === 1) await serveNode(settings, demo)
    else await superviseWorkers(settings, demo)
  } catch (error) {
    process.exit(sayWhy(error))
  }
}

/** Prints why the process failed, without a stack trace. @returns the exit code */
function sayWhy(error: unknown): 1 | 2 {
  if (error instanceof ConfigError) {
    console.error(error.message)
    return 2
  }
  const { code, port } = error as { readonly code?: unknown; readonly port?: unknown }
  if (code === 'EADDRINUSE') console.error(`port ${String(port)} is in use: set PORT to another one`)
  else if (code === 'EACCES' && port !== undefined)
    console.error(`port ${String(port)} may not be used by this user: set PORT to one above 1023`)
  else console.error(failureSentence(error))
  return 1
}
