import { write } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { logFile } from './log-file.ts'

/** While the disk takes nothing so many bytes wait; lines beyond that are lost. */
const WAITING_BYTES = 1_048_576
const RETRY_MS = 500
/** A reader of standard output that is slow for a moment. */
const SLOW_READER_MS = 20
const BATCH_BYTES = 65_536
/** A disk that hangs does not keep the process from ending. */
const CLOSE_MS = 2_000
const STDOUT = 1

export interface LineWriterParts {
  /** `stdout`, or the path of a file. */
  readonly to: string
  /** The line that says how many were lost. */
  readonly lostLine: (count: number) => string
  /** Lines cannot be written now. */
  readonly failed: (error: unknown) => void
  /** They are written again. */
  readonly recovered: () => void
}

/** Appends lines in the background, in order. Whoever calls it waits for no disk, and learns of no fault. */
export interface LineWriter {
  write(line: string): void
  /** Resolves when what waits has been written, or cannot be. */
  close(): Promise<void>
}

const writeTo = promisify(write)

export function lineWriter({ to, lostLine, failed, recovered }: LineWriterParts): LineWriter {
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
  /** One write a line on standard output, which others write to as well; to a file, as much as there is. */
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
  /** A write that ends in the middle of a line leaves it torn: the line is written again whole, on a line of its own. */
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
      const told = lost
      if ((await put([Buffer.from(lostLine(told))])) === 0) return
      lost -= told
    }
    const whole = await put(nextBatch())
    for (const line of waiting.splice(0, whole)) waitingBytes -= line.length
    if (state === 'failing') recovered()
    state = 'fine'
  }
  /** @returns after how long to go on; undefined when there is no sense in it */
  const afterFault = (error: unknown): number | undefined => {
    if ((error as { readonly code?: unknown }).code === 'EAGAIN') return SLOW_READER_MS
    state = 'failing'
    failed(error)
    return isClosing ? undefined : RETRY_MS
  }
  const work = async (): Promise<void> => {
    while (waiting.length > 0) {
      const pause = await step().then(() => 0, afterFault)
      if (pause === undefined) break
      if (pause > 0) await new Promise<void>((resolve) => void setTimeout(resolve, pause).unref())
    }
    working = undefined
  }

  return {
    write(text) {
      const line = Buffer.from(text)
      if (waitingBytes + line.length > WAITING_BYTES) {
        lost += 1
        return
      }
      waiting.push(line)
      waitingBytes += line.length
      working ??= work()
    },
    async close() {
      isClosing = true
      const done = new AbortController()
      const written = (working ?? Promise.resolve()).then(() => file?.close())
      await Promise.race([written, wait(CLOSE_MS, undefined, { signal: done.signal })]).finally(() => done.abort())
    },
  }
}
