/** Prints information for the operator at startup. Not logged, because logs are JSON and are kept for a long time. */
import type { Configuration } from '../config/configuration.ts'
import type { FirstAdministrator } from './first-administrator.ts'

export interface Addresses {
  readonly configuration: Configuration
  readonly demoUrl: string | undefined
  readonly store: string
  readonly dataFile: string | undefined
}

export function sayAddresses(addresses: Addresses): void {
  const {
    configuration: { baseUrl, admin, adminUrl, portal, portalUrl },
    demoUrl,
    store,
    dataFile,
  } = addresses
  say('Portico is running.', [
    ...(demoUrl === undefined ? [] : [['Open', `${demoUrl}   a demo app to sign in to`]]),
    ...(admin.enabled ? [['Panel', `${adminUrl}   administration`]] : []),
    ...(portal.enabled ? [['Portal', `${portalUrl}   each user's account`]] : []),
    ['Service', baseUrl],
    ['Discovery', `${baseUrl}/.well-known/openid-configuration`],
    ['Store', dataFile ?? store],
  ])
}

export function sayFirstAdministrator({ username, oneTimePassword }: FirstAdministrator): void {
  say('The first administrator. The password works once; at the first sign-in you choose your own.', [
    ['Username', username],
    ['Password', oneTimePassword],
  ])
}

function say(heading: string, lines: readonly (readonly string[])[]): void {
  console.error(
    `\n  ${heading}\n\n${lines.map(([name = '', value = '']) => `    ${name.padEnd(11)}${value}`).join('\n')}\n`,
  )
}
