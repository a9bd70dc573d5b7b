/** The recorded URL if it is complete. Explanations truncate long URLs and replace unprintable characters. */
export function wholeAddress(recorded: string | number | boolean | undefined): string | undefined {
  if (typeof recorded !== 'string' || /[…\ufffd]/.test(recorded)) return undefined
  return /^https?:\/\//.test(recorded) && URL.canParse(recorded) ? recorded : undefined
}
