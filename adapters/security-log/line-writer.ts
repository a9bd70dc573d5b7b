import { write } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { logFile } from './log-file.ts'

/** Number of bytes to buffer while the disk accepts no writes. Lines beyond this limit are lost. */
const WAITING_BYTES = 1_048_576
const RETRY_MS = 500
/** Retry interval for a slow reader of standard output. */
const SLOW_READER_MS = 20
const BATCH_BYTES = 65_536
/** Timeout for closing, so that a hanging disk does not keep the process from exiting. */
const CLOSE_MS = 2_000
const STDOUT = 1

interface LineWriterParts {
  /** `stdout`, or the path to a file. */
  readonly to: string
  /** Returns the line that reports the number of lost lines. */
  readonly lostLine: (count: number) => string
  /** Called when lines cannot be written. */
  readonly failed: (error: unknown) => void
  /** Called when lines can be written again. */
  readonly recovered: () => void
}

const writeTo = promisify(write)

/** Appends lines in the background, in order. Callers neither wait for the disk nor get its errors. */
export function lineWriter({ to, lostLine, failed, recovered }: LineWriterParts) {
  const file = to === 'stdout' ? undefined : logFile(to)
  const waiting: Buffer[] = []
  let waitingBytes = 0
  let lost = 0
  let state: 'fine' | 'failing' = 'fine'
  let isTorn = false
  let isClosing = false
  let working: Promise<void> | undefined

  const descriptor = async (): Promise<number> => {
    if (file === undefined) return STDOUT
    const { fd, state: opened } = await file.current()
    if (opened === 'fresh') isTorn = false
    return fd
  }
  /** For a file, returns a whole batch. For standard output, returns one line, because other code writes to it too. */
  const nextBatch = (): readonly Buffer[] => {
    const batch: Buffer[] = []
    let bytes = 0
    for (const line of waiting) {
      if (batch.length > 0 && (file === undefined || bytes + line.length > BATCH_BYTES)) break
      batch.push(line)
      bytes += line.length
    }
    return batch
  }
  /** A partial write can leave a torn line. In that case, the whole line is written again after a line break. */
  const put = async (lines: readonly Buffer[]): Promise<number> => {
    const fd = await descriptor()
    const start = isTorn ? [Buffer.from('\n')] : []
    const bytes = Buffer.concat([...start, ...lines])
    const { bytesWritten } = await writeTo(fd, bytes, 0, bytes.length)
    let left = bytesWritten - (start[0]?.length ?? 0)
    let whole = 0
    for (const line of lines) {
      if (left < line.length) break
      left -= line.length
      whole += 1
    }
    isTorn = left > 0
    return whole
  }
  const step = async (): Promise<void> => {
    if (lost > 0) {
      const reported = lost
      if ((await put([Buffer.from(lostLine(reported))])) === 0) return
      lost -= reported
    }
    const whole = await put(nextBatch())
    for (const line of waiting.splice(0, whole)) waitingBytes -= line.length
    if (state === 'failing') recovered()
    state = 'fine'
  }
  /** @returns milliseconds until the next attempt; undefined to give up */
  const afterError = (error: unknown): number | undefined => {
    if ((error as { readonly code?: unknown }).code === 'EAGAIN') return SLOW_READER_MS
    state = 'failing'
    failed(error)
    return isClosing ? undefined : RETRY_MS
  }
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pause = await step().then(() => 0, afterError)
      if (pause === undefined) break
      if (pause > 0) await new Promise<void>((resolve) => void setTimeout(resolve, pause).unref())
    }
    working = undefined
  }

  return {
    write(text: string): void {
      const line = Buffer.from(text)
      if (waitingBytes + line.length > WAITING_BYTES) {
        lost += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      working ??= work()
    },
    /** Resolves when the buffer has been written or cannot be written. */
    async close(): Promise<void> {
      isClosing = true
      const done = new AbortController()
      const written = (working ?? Promise.resolve()).then(() => file?.close())
      await Promise.race([written, wait(CLOSE_MS, undefined, { signal: done.signal })]).finally(() => done.abort())
    },
  }
}
