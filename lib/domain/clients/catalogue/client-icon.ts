/** Icons of apps: pictures of 8 KB at most. A client's record has the name of the picture, never the picture. */
import type { CheckedPicture } from '../../../../policies/checked-picture.ts'
import { decodePicture, type Pictures, pictureName } from '../../pictures.ts'
import { appMark } from './app-marks.ts'

export const ICON_BYTES_MAX = 8_192

const DATA_URL = /^data:image\/[a-z.+-]+;base64,([A-Za-z0-9+/=]+)$/
const TYPES: Readonly<Record<string, string>> = { png: 'png', jpg: 'jpeg', svg: 'svg+xml' }

export const decodeIcon = (bytes: Uint8Array): CheckedPicture => decodePicture(bytes, ICON_BYTES_MAX)

/** @param text a `data:` URL, or the ID of a known app */
export function iconPicture(text: string): CheckedPicture {
  const data = DATA_URL.exec(text)?.[1]
  if (data !== undefined) return decodeIcon(Buffer.from(data, 'base64'))
  const mark = appMark(text)
  if (mark === undefined) return { issue: 'type' }
  const path = `<path fill="${mark.color}" d="${mark.path}"/>`
  return decodeIcon(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-6 -6 36 36">${path}</svg>`))
}

/** The name under which the icon is served; undefined for a file, which only the configuration can name. */
export function iconName(text: string): string | undefined {
  const checked = iconPicture(text)
  if ('picture' in checked) return pictureName(checked.picture)
  return text.startsWith('data:') ? text : undefined
}

/** Stores the icon. Returns its name, or undefined if the text is not an icon. */
export async function keepIcon(pictures: Pick<Pictures, 'keep'>, text: string): Promise<string | undefined> {
  const checked = iconPicture(text)
  return 'picture' in checked ? pictures.keep(checked.picture) : undefined
}

/** The icon as a `data:` URL, for files; undefined if the store lacks it. */
export async function iconUrl(pictures: Pick<Pictures, 'read'>, name: string): Promise<string | undefined> {
  const bytes = await pictures.read(name)
  return bytes && `data:image/${TYPES[name.split('.')[1] ?? '']};base64,${bytes.toString('base64')}`
}
