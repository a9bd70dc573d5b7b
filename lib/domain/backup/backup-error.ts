/** A backup cannot be made, read, or restored. The message gives the reason and the remedy, but never a secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
