/** Blocks of the apps of the catalogue: their settings, with what the client has in the places for it. */
import { randomBytes } from 'node:crypto'
import type { ConnectedApp } from '../catalogue/catalogue-app.ts'
import { type BlockDraft, type BlockFacts, secretGone } from './block.ts'

const PLACE = /\{(issuer|client_id|secret|redirect_uri|origin|scopes|signed_out_uri|name|own_secret)\}/g
/** In its place where the secret is gone; a line above says how to get a new one. */
const NO_SECRET = 'NEW-SECRET'

export const appDraft =
  (app: ConnectedApp) =>
  (facts: BlockFacts): BlockDraft => {
    const values: Readonly<Record<string, string>> = {
      issuer: facts.issuer,
      client_id: facts.id,
      secret: facts.secret ?? NO_SECRET,
      redirect_uri: facts.redirectUri,
      origin: facts.redirect.origin,
      scopes: facts.scopes,
      signed_out_uri: facts.logoutUri ?? facts.redirect.origin,
      name: 'Single sign-on',
      own_secret: randomBytes(16).toString('hex'),
    }
    const remarks = [
      ...(app.note === undefined ? [] : [app.note]),
      ...(app.idTokenClaims === 'scopes' && !facts.namesInIdToken
        ? [`The app finds names in the ID token after: portico client update ${facts.id} --id-token-claims scopes`]
        : []),
      ...(facts.secret === undefined && !facts.isPublic ? [secretGone(NO_SECRET, facts.id)] : []),
    ]
    const filled = app.settings.map((line) => line.replace(PLACE, (_, name: string) => inert(values[name] ?? '')))
    return {
      variables: [],
      files: [{ file: app.settingsIn, comment: '#', lines: [...remarks.map((remark) => `# ${remark}`), ...filled] }],
    }
  }

/** Some of these lines are read by a shell or as code: of an address, what could end its quotes is percent-encoded. */
const inert = (value: string): string =>
  value.replace(/[^A-Za-z0-9 _./:@%+=,~?&…-]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Whether an app comes back to this address: below its own, whatever path that has. */
export function appComesBackTo(app: ConnectedApp, uri: string): boolean {
  const origin = URL.parse(uri)?.origin ?? ''
  const rest = uri.slice(origin.length)
  return app.callbacks.some((callback) => {
    if (/^https?:/.test(callback)) return uri === callback
    if (callback === '') return rest === ''
    return rest.endsWith(callback) && /^(?:\/[\w.~-]+)*$/.test(rest.slice(0, rest.length - callback.length))
  })
}
