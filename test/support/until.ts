import { HANG_MS } from './patience.ts'

/**
 * Waits for a state by polling. An error counts as no.
 * @param what the awaited state, for the error message
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = isSo.toString(),
  ms = HANG_MS,
): Promise<void> {
  const end = Date.now() + ms
  const hang = new Promise<'hang'>((resolve) => {
    setTimeout(resolve, ms, 'hang').unref()
  })
  for (;;) {
    const state = await Promise.race([
      Promise.resolve()
        .then(isSo)
        .catch(() => false),
      hang,
    ])
    if (state === true) return
    if (state === 'hang' || Date.now() > end) throw new Error(`waited in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
