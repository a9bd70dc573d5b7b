/** Loads code on first use and caches it. If loading fails, all waiting calls fail, and the next call tries again. */
export function onFirstUse<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return async () => {
    loading ??= load()
    const mine = loading
    try {
      return await mine
    } catch (error) {
      // By now, another call may already be loading again.
      if (loading === mine) loading = undefined
      throw error
    }
  }
}

/** Creates a request handler whose code is loaded on its first request. */
export function onFirstRequest<Asked>(
  load: () => Promise<(asked: Asked) => void | Promise<void>>,
): (asked: Asked) => Promise<void> {
  const answer = onFirstUse(load)
  return async (asked) => (await answer())(asked)
}
