/** The recorded URL, only if complete, because explanations truncate long URLs and replace unprintable characters. */
export function wholeAddress(recorded: string | number | boolean | undefined): string | undefined {
  if (typeof recorded !== 'string' || /[…\ufffd]/.test(recorded)) return undefined
  return /^https?:\/\//.test(recorded) && URL.canParse(recorded) ? recorded : undefined
}
