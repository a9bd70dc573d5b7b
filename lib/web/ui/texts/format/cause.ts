import type { Messages } from '../catalogue.ts'

/** What a cause of policies/errors.ts says, in a line; the cause itself where there is no text for it. */
export function causeTitle(ref: string, { t: { errorRefs, errorNotes } }: { readonly t: Messages }): string {
  const texts: Readonly<Record<string, { readonly title: string }>> = { ...errorNotes, ...errorRefs }
  return Object.hasOwn(texts, ref) ? (texts[ref]?.title ?? ref) : ref
}
