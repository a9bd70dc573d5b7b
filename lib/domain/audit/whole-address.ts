/** An address as an explanation keeps it, when that is all of it: long ones are cut, and characters that cannot be shown replaced. */
export function wholeAddress(recorded: string | number | boolean | undefined): string | undefined {
  if (typeof recorded !== 'string' || /[…\ufffd]/.test(recorded)) return undefined
  return /^https?:\/\//.test(recorded) && URL.canParse(recorded) ? recorded : undefined
}
