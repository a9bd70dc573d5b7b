/** Index of the first item on the requested page. If the list ends before it, that of the last page. */
export function pageStart(requested: string | number | null | undefined, count: number, size: number): number {
  const from = Number(requested ?? 0)
  if (!Number.isSafeInteger(from) || from < 0) return 0
  return from < count ? from : Math.max(0, Math.ceil(count / size) - 1) * size
}
