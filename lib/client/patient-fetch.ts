import { setTimeout } from 'node:timers/promises'

const RETRIES = 2
const WAIT_MAX_MS = 5_000

/**
 * Repeats a request that the provider did not process (503, RFC 9110 s15.6.4) or counted (429), after the pause that
 * its `Retry-After` asks for. A longer pause is left to the caller.
 */
export async function patientFetch(address: string, init: RequestInit): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const response = await fetch(address, init)
    const pause = pauseOf(response)
    if (pause === undefined || pause > WAIT_MAX_MS || retry === RETRIES) return response
    await response.body?.cancel()
    await setTimeout(pause, undefined, init.signal ? { signal: init.signal } : {})
  }
}

/** Milliseconds; undefined for a response that is final. */
function pauseOf({ status, headers }: Response): number | undefined {
  if (status !== 503 && status !== 429) return undefined
  const after = headers.get('retry-after') ?? '1'
  const pause = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(pause) ? 1_000 : Math.max(0, pause)
}
