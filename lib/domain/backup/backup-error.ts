/** A backup cannot be made, read or restored; the message says why, and what to do. Nothing in it is secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
