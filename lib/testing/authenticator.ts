/** What an authenticator in software sends by WebAuthn s5.8.1 and s6: it signs with ES256. */
import { createHash, type KeyObject, sign } from 'node:crypto'

const PRESENT_AND_VERIFIED = 0x05
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** @param credential follows the counter when a credential is created */
export function authenticatorData(
  rpId: string,
  counter: number,
  flags = PRESENT_AND_VERIFIED,
  credential: Uint8Array = Buffer.alloc(0),
): Buffer {
  const count = Buffer.alloc(4)
  count.writeUInt32BE(counter)
  return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential])
}

export const credentialOf = (id: string, response: object): string =>
  JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })

/** The result of `navigator.credentials.get`, as the page sends it. @param client `type`, `challenge`, `origin` */
export function assertion(
  { id, privateKey, userHandle }: { id: string; privateKey: KeyObject; userHandle: string | undefined },
  client: object,
  data: Buffer,
): string {
  const clientData = Buffer.from(JSON.stringify({ crossOrigin: false, ...client }))
  return credentialOf(id, {
    clientDataJSON: clientData.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', Buffer.concat([data, sha256(clientData)]), privateKey).toString('base64url'),
    userHandle,
  })
}

/** RFC 9053 s7.1.1: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
export function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
}
