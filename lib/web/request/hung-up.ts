import type { ServerResponse } from 'node:http'
import type { RequestContext } from './request-context.ts'

/** Whether the connection has ended, so that no response can be sent. A half-closed one has ended too. */
export const isGone = ({ destroyed, socket }: ServerResponse): boolean =>
  destroyed || (socket !== null && (socket.destroyed || !socket.writable))

/** Aborts when the client disconnects before the response is complete. */
export function hungUp({ res }: RequestContext): AbortSignal {
  const controller = new AbortController()
  // The client might have disconnected before this listener was added.
  if (isGone(res)) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}
