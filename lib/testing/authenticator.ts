/** An authenticator in software: it signs by WebAuthn s6 with ES256, with the deviations that a test asks for. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

export interface AssertionRequest {
  readonly challenge: string
  readonly rpId: string
  readonly userVerification: string
  readonly allowCredentials: readonly { readonly id: string }[]
}

/** Deviations from the specification. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  readonly userPresent?: boolean
  readonly userVerified?: boolean
  readonly userHandle?: string | undefined
  readonly counter?: number
  readonly type?: string
  readonly signature?: Buffer
}

const FLAGS = { present: 0x01, verified: 0x04, eligible: 0x08, backedUp: 0x10, credential: 0x40 }
const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const text = (data: Buffer): string => data.toString('base64url')

export type Authenticator = ReturnType<typeof authenticator>

/** @param device a `synced` one does not count its signatures */
export function authenticator(origin: string, device: 'synced' | 'single' = 'single') {
  const id = randomBytes(32)
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let counter = 0
  const own = {
    id: text(id),
    /** User handle that it stores, base64url. */
    handle: '',
    privateKey,
    publicKey: coseKey(publicKey),
    clientData: (type: string, challenge: string, deviation: Deviation): Buffer =>
      Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...deviating(deviation) })),
    authenticatorData(rpId: string, deviation: Deviation, credential?: Buffer): Buffer {
      const flags =
        (deviation.userPresent === false ? 0 : FLAGS.present) |
        (deviation.userVerified === false ? 0 : FLAGS.verified) |
        (device === 'synced' ? FLAGS.eligible | FLAGS.backedUp : 0) |
        (credential === undefined ? 0 : FLAGS.credential)
      const count = Buffer.alloc(4)
      if (device === 'single') counter += 1
      count.writeUInt32BE(deviation.counter ?? counter)
      return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)])
    },
    credential: (response: object): string =>
      JSON.stringify({ id: text(id), rawId: text(id), type: 'public-key', clientExtensionResults: {}, response }),
    /** The result of `navigator.credentials.get`, as the page's script sends it. */
    get({ challenge, rpId }: Pick<AssertionRequest, 'challenge' | 'rpId'>, deviation: Deviation = {}): string {
      const data = own.authenticatorData(rpId, deviation)
      const client = own.clientData('webauthn.get', challenge, deviation)
      const signature = deviation.signature ?? sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return own.credential({
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: 'userHandle' in deviation ? deviation.userHandle : own.handle,
      })
    },
  }
  return own
}

/** Deviations in the client data. */
const deviating = ({ type, challenge, origin }: Deviation): object => ({
  ...(type === undefined ? {} : { type }),
  ...(challenge === undefined ? {} : { challenge }),
  ...(origin === undefined ? {} : { origin }),
})

/** RFC 9053 s7.1.1: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 32]),
    Buffer.from(x, 'base64url'),
    Buffer.from([0x22, 0x58, 32]),
    Buffer.from(y, 'base64url'),
  ])
}
