/**
 * What a first sign-in does not need is loaded when it is needed for the first time, and kept. A file that could not be loaded is an
 * error of whoever asked for it; the next one tries again.
 */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return async () => {
    loading ??= load()
    const mine = loading
    try {
      return await mine
    } catch (error) {
      // Another one may have tried again meanwhile.
      if (loading === mine) loading = undefined
      throw error
    }
  }
}

/** What answers requests, loaded with the first of them. */
export function onFirstRequest<Asked>(
  load: () => Promise<(asked: Asked) => void | Promise<void>>,
): (asked: Asked) => Promise<void> {
  const answer = onFirstUse(load)
  return async (asked) => (await answer())(asked)
}
