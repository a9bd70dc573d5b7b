import { constants, type FileHandle, open, stat } from 'node:fs/promises'

/** How often to check whether log rotation has renamed or removed the file. */
const LOOK_MS = 1_000
const { O_APPEND, O_CREAT, O_WRONLY } = constants

/** Opens a file for appending, and follows log rotation. */
export function logFile(path: string) {
  let handle: FileHandle | undefined
  let lookAt = 0

  const close = async (): Promise<void> => {
    const old = handle
    handle = undefined
    await old?.close().catch(() => undefined)
  }
  const isMoved = async (opened: FileHandle): Promise<boolean> => {
    const [there, here] = await Promise.all([stat(path).catch(() => undefined), opened.stat()])
    return there === undefined || there.ino !== here.ino || there.dev !== here.dev
  }
  return {
    /** Returns the descriptor, and reopens the file if it was moved. The state is `fresh` just after opening. */
    async current(): Promise<{ readonly fd: number; readonly state: 'known' | 'fresh' }> {
      if (handle !== undefined && performance.now() < lookAt) return { fd: handle.fd, state: 'known' }
      if (handle !== undefined && (await isMoved(handle))) await close()
      lookAt = performance.now() + LOOK_MS
      if (handle !== undefined) return { fd: handle.fd, state: 'known' }
      // An existing file keeps its mode, because a log collector might have access through its group.
      handle = await open(path, O_APPEND | O_CREAT | O_WRONLY, 0o600)
      return { fd: handle.fd, state: 'fresh' }
    },
    close,
  }
}
