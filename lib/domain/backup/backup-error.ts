/** A backup cannot be made, read or restored; the message contains the reason and the remedy, and no secret. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
