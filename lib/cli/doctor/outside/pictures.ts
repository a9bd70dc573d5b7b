/** The pictures in the settings. A path works only if the app or the proxy serves it. */
import { createSecureContext } from 'node:tls'
import { type Finding, finding } from '../../../../policies/findings.ts'
import type { Configuration } from '../../../config/configuration.ts'
import { picturePaths } from '../../../config/picture-paths.ts'
import { type Ask, asking } from './exchange.ts'

/** The server is busy or not ready, so the response says nothing about the picture. */
const UNDECIDED: readonly number[] = [429, 503]

export async function lookAtPictures(ask: Ask, configuration: Configuration): Promise<readonly Finding[]> {
  const found = await Promise.all(
    picturePaths(configuration).map(async ({ setting, path }): Promise<Finding | undefined> => {
      // Another check reports that there is no response.
      const reply = await ask(new URL(path, configuration.baseUrl).href).catch(() => undefined)
      if (reply === undefined || UNDECIDED.includes(reply.status)) return undefined
      const type = reply.headers['content-type'] ?? 'no Content-Type'
      if (reply.status === 200 && type.startsWith('image/')) return undefined
      const response = reply.status === 200 ? type : `status ${reply.status}`
      return finding('picture-missing', `${setting} is ${path}, which returns ${response}`)
    }),
  )
  return found.filter((one) => one !== undefined)
}

/** On localhost, no proxy can be in front, so `--url` is not necessary. */
export const lookAtLocalPictures = async (configuration: Configuration): Promise<readonly Finding[]> =>
  configuration.baseUrl.startsWith('http:') ? lookAtPictures(asking(createSecureContext()), configuration) : []
