import { setTimeout } from 'node:timers/promises'

/** How long a page or an email of the host may take, in milliseconds. */
export const HOST_VIEW_TIMEOUT_MS = 2_000

/** @throws Error when the work of the host takes longer @param what is made */
export async function inTime<T>(work: () => Promise<T>, what: string): Promise<T> {
  const done = new AbortController()
  const late = setTimeout(HOST_VIEW_TIMEOUT_MS, undefined, { signal: done.signal }).then(() => {
    throw new Error(`the ${what} was not made in time`)
  })
  return Promise.race([work(), late]).finally(() => done.abort())
}
