/** The system error code (such as `ENOENT`), if there is one. */
export function systemErrorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: file system errors can come from another realm.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
