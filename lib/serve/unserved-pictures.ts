import { finding } from '../../policies/findings.ts'
import type { Configuration } from '../config/configuration.ts'
import { picturePaths } from '../config/picture-paths.ts'
import type { Logger } from '../ports/logger.ts'
import { ENGLISH_ISSUES, findingText } from '../web/ui/texts/issues.ts'

/**
 * Logs the pictures in the settings that Portico itself does not serve. With https, the proxy in front can serve them,
 * so that is no warning.
 */
export function logUnservedPictures(configuration: Configuration, logger: Logger): void {
  const level = configuration.baseUrl.startsWith('http:') ? 'warn' : 'info'
  for (const { setting, path } of picturePaths(configuration)) {
    const found = finding('picture-missing', `${setting} is ${path}, which Portico does not serve`)
    const { what, why, fix } = findingText(found, ENGLISH_ISSUES)
    logger[level]({ code: found.code, why, fix }, what)
  }
}
