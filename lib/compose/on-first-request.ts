/** Loads code on first use and caches it. A failure rejects the pending calls; the next call tries again. */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return async () => {
    loading ??= load()
    const mine = loading
    try {
      return await mine
    } catch (error) {
      // Another call may have started a retry.
      if (loading === mine) loading = undefined
      throw error
    }
  }
}

/** A request handler that is loaded on its first request. */
export function onFirstRequest<Asked>(
  load: () => Promise<(asked: Asked) => void | Promise<void>>,
): (asked: Asked) => Promise<void> {
  const answer = onFirstUse(load)
  return async (asked) => (await answer())(asked)
}
