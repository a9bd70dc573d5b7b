import type { ClientInput } from '../../lib/config/configuration.ts'

/** Any program on the device can imitate it: the user must consent each time, except for silent renewal. */
export const LOCAL: ClientInput = {
  client_id: 'local-spa',
  client_type: 'public',
  redirect_uris: ['http://localhost:4999/callback'],
  scopes: ['openid', 'email', 'offline_access'],
}
/** Its users must sign in with two factors. */
export const STRICT: ClientInput = {
  client_id: 'strict',
  client_type: 'public',
  consent: 'trusted',
  redirect_uris: ['https://strict.example/callback'],
  access: { secondFactor: true },
}
/** Alice is an editor, Bob is not. */
export const EDITORS: ClientInput = {
  client_id: 'editors',
  client_type: 'public',
  consent: 'trusted',
  redirect_uris: ['https://editors.example/callback'],
  scopes: ['openid', 'email', 'offline_access'],
  access: { roles: ['editor'] },
}
