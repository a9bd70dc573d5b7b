/** The word by which the system says what failed (`ENOENT`), if it said one. */
export function systemErrorCode(error: unknown): string | undefined {
  // Not `instanceof Error`: errors of the file system may be of another realm than this code.
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
