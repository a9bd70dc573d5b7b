/** The system error code (such as `ENOENT`), if there is one. */
export function systemErrorCode(error: unknown): string | undefined {
  // Does not use `instanceof Error`, because file system errors can come from a different realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
