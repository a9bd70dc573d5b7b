/** The start of a day (UTC, YYYY-MM-DD), in milliseconds since the epoch; undefined if there is no such day. */
export function dayIn(text: string): number | undefined {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? at : undefined
}
