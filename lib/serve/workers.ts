/** `WORKERS`: one process per core on one port. The primary process starts, restarts, and ends the workers. */
import cluster, { type Worker } from 'node:cluster'
import type { Logger } from '../ports/logger.ts'
import { demoOf, type StartDemo } from './demo-app.ts'

import { openLog } from './log.ts'
import { assertPortFree } from './opening.ts'
import { type ServeSettings, sumsMetrics } from './settings.ts'
import { STOP } from './stopping.ts'

/** If a worker exits sooner than this, Portico doubles the pause before it starts a replacement. */
const SHORT_LIFE_MS = 5_000
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 10_000

/** Ends the process once all workers have exited, with the highest of their exit codes. */
export async function superviseWorkers(settings: ServeSettings, startDemo: StartDemo | undefined): Promise<void> {
  const { configuration, deployment, workers } = settings
  const log = openLog(deployment.logLevel, configuration.nodeName)
  await assertPortFree(deployment)
  if (sumsMetrics(settings)) (await import('../../adapters/prometheus/index.ts')).relayMetrics()
  const demo = await demoOf(settings, startDemo, 'start')
  const code = await superviseAll(workers, log)
  await demo?.close()
  process.exit(code)
}

/** @returns the exit code */
function superviseAll(count: number, log: Logger): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let state: 'running' | 'stopping' = 'running'
  let hasAnswered = false
  let pauseMs = FIRST_PAUSE_MS
  let worst = 0
  const alive = new Set<Worker>()

  const stop = (): void => {
    state = 'stopping'
    for (const worker of alive) worker.send(STOP, () => {})
    if (alive.size === 0) resolve(worst)
  }
  // Start the other workers once the first is listening, so that only the first reports invalid settings.
  const started = (worker: Worker): void => {
    log.info({ code: 'worker-started', worker: worker.process.pid }, 'worker started')
    if (hasAnswered) return
    hasAnswered = true
    for (let index = 1; index < count; index += 1) start()
  }
  const start = (): void => {
    const worker = cluster.fork()
    const since = performance.now()
    alive.add(worker)
    worker.once('listening', () => started(worker))
    worker.once('exit', (code, signal) => {
      alive.delete(worker)
      if (state === 'stopping') worst = Math.max(worst, code ?? 1)
      else if (!hasAnswered && code !== 0 && signal === null) {
        worst = code
        stop()
      } else {
        log[code === 0 ? 'info' : 'error'](
          { code: 'worker-exited', worker: worker.process.pid, exit_code: code, signal },
          'worker exited; starting a replacement',
        )
        pauseMs = performance.now() - since < SHORT_LIFE_MS ? Math.min(pauseMs * 2, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
        setTimeout(() => state === 'running' && start(), pauseMs)
      }
      if (state === 'stopping' && alive.size === 0) resolve(worst)
    })
  }
  const hear = (): void => {
    if (state === 'running') return stop()
    for (const worker of alive) worker.process.kill('SIGKILL')
  }
  process.on('SIGTERM', hear)
  process.on('SIGINT', hear)
  start()
  return promise
}
