/**
 * Codes of file errors that waiting does not fix, so the start ends with them. Others are retried: a full disk (ENOSPC,
 * EDQUOT), too many open files (EMFILE, ENFILE), a network disk that does not respond (EIO, ESTALE).
 */
export const PERMANENT_FILE_ERRORS: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
])
