import type { View } from '../../view.ts'

/** What a cause of policies/errors.ts says, in a line; the cause itself where there is no text for it. */
export function causeTitle(ref: string, { t: { errorRefs, errorTitles } }: Pick<View, 't'>): string {
  const explained: Readonly<Record<string, { readonly title: string }>> = errorRefs
  const titles: Readonly<Record<string, string>> = errorTitles
  if (Object.hasOwn(explained, ref)) return explained[ref]?.title ?? ref
  return (Object.hasOwn(titles, ref) ? titles[ref] : undefined) ?? ref
}
