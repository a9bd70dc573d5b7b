/** The company's pictures and fonts: files in the folder `theme.assets`, served under the hash of their content. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Configuration } from '../config/configuration.ts'
import { defined } from '../config/data/defined.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import { systemErrorCode } from '../config/issues/system-error.ts'
import { decodeIcon, iconPicture } from '../domain/clients/catalogue/client-icon.ts'
import { pictureName } from '../domain/pictures.ts'
import type { StaticClient } from '../domain/seed/static-clients.ts'
import type { Theme } from '../web/ui/theme.ts'

/** Maximum size of all files, in bytes. */
const LIMIT_BYTES = 2 * 1024 * 1024
const SERVED = /^[A-Za-z0-9][A-Za-z0-9._-]*\.(?:png|jpg|svg|webp|gif|ico|woff2)$/
const ICON_EXPECTED = 'a PNG, JPEG, or SVG of 8 KB at most: a file in theme.assets or a data: URL; or a known app'
const PICTURES = ['logo', 'logoDark', 'favicon', 'background'] as const

/** @throws ConfigError if the folder cannot be read or is too large, if it lacks a file, or if an icon is no picture */
export async function readBrandFiles(
  { theme, clients }: Pick<Configuration, 'theme' | 'clients'>,
  staticClients: readonly StaticClient[],
) {
  const files = new Map<string, Buffer>()
  const names = new Map<string, string>()
  for (const [name, bytes] of theme.assets === undefined ? [] : await filesIn(theme.assets)) {
    const served = createHash('sha256').update(bytes).digest('hex').slice(0, 32) + extname(name)
    names.set(name, served)
    files.set(served, bytes)
  }
  /** The theme with the names under which its files are served. */
  const resolved = <Own extends Partial<Theme>>(own: Own, path: string): Own => {
    const missing = PICTURES.filter((key) => isFile(own[key]) && !names.has(own[key] ?? ''))
    if (missing.length > 0)
      throw new ConfigError(
        missing.map((key) => configIssue('E1001', `${path}.${key}`, 'a file in theme.assets', `"${own[key]}"`)),
      )
    const pictures = PICTURES.flatMap((key) => (isFile(own[key]) ? [[key, names.get(own[key] ?? '')]] : []))
    const css = own.css?.replace(/url\((["']?)([\w.-]+)\1\)/g, (whole, _quote, name: string) => {
      const served = names.get(name)
      return served === undefined ? whole : `url("picture.${served}")`
    })
    return { ...own, ...Object.fromEntries(pictures), ...(css === undefined ? {} : { css }) }
  }
  /** The name under which an app's icon is served. Bytes in the settings are served like a file. */
  const iconOf = (icon: string, index: number): string => {
    const file = names.get(icon)
    const checked = file === undefined ? iconPicture(icon) : decodeIcon(files.get(file) ?? Buffer.of())
    if (!('picture' in checked))
      throw new ConfigError([configIssue('E1001', `clients[${index}].icon`, ICON_EXPECTED, checked.issue)])
    const name = pictureName(checked.picture)
    files.set(name, Buffer.from(checked.picture.bytes))
    return name
  }
  const icons = clients.map(({ icon }, index) =>
    defined({ icon: icon === undefined ? undefined : iconOf(icon, index) }),
  )
  const brand = {
    /** By the name under which they are served. */
    files,
    theme: resolved(theme, 'theme'),
    /** Themes of apps, by client ID. */
    clients: new Map(
      clients.flatMap(({ client_id, theme: own }, index) =>
        own === undefined ? [] : [[client_id, resolved(own, `clients[${index}].theme`)] as const],
      ),
    ),
  }
  return { brand, staticClients: staticClients.map((client, index) => ({ ...client, ...icons[index] })) }
}

const isFile = (value: string | undefined): boolean => value !== undefined && !/^(?:\/|data:)/.test(value)

async function filesIn(folder: string): Promise<readonly (readonly [name: string, bytes: Buffer])[]> {
  try {
    const names = (await readdir(folder)).filter((name) => SERVED.test(name))
    const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const))
    const size = files.reduce((sum, [, bytes]) => sum + bytes.length, 0)
    if (size <= LIMIT_BYTES) return files
    throw new ConfigError([
      configIssue('E1001', 'theme.assets', `files of ${LIMIT_BYTES} bytes at most`, `${size} bytes`),
    ])
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError([
      configIssue('E1008', 'theme.assets', 'a folder that can be read', systemErrorCode(error) ?? 'none'),
    ])
  }
}
