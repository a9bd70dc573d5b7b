/** Blocks for catalog apps: the app's settings, filled in with the client's values. */
import type { ConnectedApp } from '../catalogue/catalogue-app.ts'
import type { PartDraft } from './block.ts'
import { type Escape, inert, oneLine, type Values } from './render.ts'
import { draftOf } from './template.ts'

/** Placeholder for an unavailable secret; the line above it explains how to get a new one. */
const NO_SECRET = 'NEW-SECRET'

/** An app's settings may be read by a shell or by code, so values must be safe inside any kind of quotes. */
const escape: Escape = (value, before) => (before.startsWith('#') ? oneLine(value) : inert(value))

export function appDraft({ settingsIn, note, idTokenClaims, settings }: ConnectedApp, values: Values): PartDraft {
  const remarks = [
    ...(note === undefined ? [] : [`# ${note}`]),
    ...(idTokenClaims === 'scopes' ? ['# {id_token_remark}'] : []),
  ]
  if (settingsIn === '.env') return draftOf({ file: settingsIn, lines: [...remarks, ...settings] }, values, escape)
  const gone = `{unless public}# ${NO_SECRET} {secret_gone}{end}`
  const lines = [...remarks, gone, ...settings]
  return draftOf({ file: settingsIn, lines }, { ...values, secret: values.secret ?? NO_SECRET }, escape)
}

/** Whether a URI ends in one of the app's callback paths. An empty callback matches only a bare origin. */
export function appComesBackTo(app: ConnectedApp, uri: string): boolean {
  const origin = URL.parse(uri)?.origin ?? ''
  const rest = uri.slice(origin.length)
  return app.callbacks.some((callback) => {
    if (/^https?:/.test(callback)) return uri === callback
    if (callback === '') return rest === ''
    return rest.endsWith(callback) && /^(?:\/[\w.~-]+)*$/.test(rest.slice(0, rest.length - callback.length))
  })
}
