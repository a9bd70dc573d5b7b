/** Paths of the server in the panel: the last two parts, because viewers do not need to know the rest. */
export function shortPath(path: string): string {
  const parts = path.split(/[\\/]/).filter((part) => part !== '')
  return parts.length <= 2 ? path : `…/${parts.slice(-2).join('/')}`
}

/** A mailer's name, such as `files (/srv/portico/emails)`. */
export const shortMailer = (name: string): string =>
  name.replace(/^(\w+) \((.*)\)$/, (_, kind: string, place: string) => `${kind} (${shortPath(place)})`)
