/** The section of a version in the changelog, without its heading; undefined if there is none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const section = changelog.split(/^## /m).find((text) => text.startsWith(`[${version}]`))
  return section?.split('\n').slice(1).join('\n').trim().concat('\n')
}
