/** Blocks of the apps of the catalogue: their settings, with what the client has in the places for it. */
import type { ConnectedApp } from '../catalogue/catalogue-app.ts'
import { type BlockDraft, type BlockFacts, idTokenRemark, ownSecret, secretGone, type Variable } from './block.ts'

/** Where values go; any other brace is the app's own. */
export const PLACE = /\{(issuer|client_id|secret|redirect_uri|origin|scopes|signed_out_uri|name|own_secret)\}/g
/** In its place where the secret is gone; a line above says how to get a new one. */
const NO_SECRET = 'NEW-SECRET'

export const appDraft =
  (app: ConnectedApp) =>
  (facts: BlockFacts): BlockDraft => {
    const remarks = [
      ...(app.note === undefined ? [] : [`# ${app.note}`]),
      ...(app.idTokenClaims === 'scopes' ? idTokenRemark('#', facts) : []),
    ]
    if (app.settingsIn === '.env')
      return { variables: app.settings.map((line) => variable(line, facts)), remarks, files: [] }
    const gone = facts.secret === undefined && !facts.isPublic ? [`# ${secretGone(NO_SECRET, facts.id)}`] : []
    const lines = [...remarks, ...gone, ...app.settings.map((line) => filled(line, facts))]
    return { variables: [], files: [{ file: app.settingsIn, comment: '#', lines }] }
  }

function variable(line: string, facts: BlockFacts): Variable {
  const [, name = '', setting = ''] = /^(\w+)="?([^"]*)"?$/.exec(line) ?? []
  if (setting === '{own_secret}') return ownSecret(name)
  if (setting === '{secret}') return { name, value: facts.secret, is: 'secret' }
  return { name, value: filled(setting, facts) }
}

function filled(line: string, facts: BlockFacts): string {
  const values: Readonly<Record<string, string>> = {
    issuer: facts.issuer,
    client_id: facts.id,
    secret: facts.secret ?? NO_SECRET,
    redirect_uri: facts.redirectUri,
    origin: facts.redirect.origin,
    scopes: facts.scopes,
    signed_out_uri: facts.logoutUri ?? facts.redirect.origin,
    name: 'Single sign-on',
  }
  return line.replace(PLACE, (_, name: string) => inert(values[name] ?? ''))
}

/** Some of these lines are read by a shell or as code: of an address, what could end its quotes is percent-encoded. */
const inert = (value: string): string =>
  value.replace(/[^A-Za-z0-9 _./:@%+=,~?&…-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether an app comes back to this address: below its own, whatever path that has. A bare origin could be that of any app. */
export function appComesBackTo(app: ConnectedApp, uri: string): boolean {
  const origin = URL.parse(uri)?.origin ?? ''
  const rest = uri.slice(origin.length)
  return app.callbacks.some((callback) => {
    if (/^https?:/.test(callback)) return uri === callback
    if (callback === '') return rest === ''
    return rest.endsWith(callback) && /^(?:\/[\w.~-]+)*$/.test(rest.slice(0, rest.length - callback.length))
  })
}
