/**
 * Replaces what a process gets from its machine: clocks, timers, random numbers, the thread pool and outgoing requests.
 * For this process alone; import it before the product, and start nothing else here. What is left to differ between
 * two runs are the bytes of keys and signatures, and nothing is decided by them.
 */
import { AsyncResource } from 'node:async_hooks'
import { syncBuiltinESMExports } from 'node:module'
import { outgoing } from './egress.ts'
import { type Random, seeded } from './random.ts'
import { BEGINNING, type Place, type Planned, places, simulation } from './scheduler.ts'

/** Milliseconds of the machine, for reports. */
export const realTime = performance.now.bind(performance)
const HASH_MS = 25

let random: Random = seeded('before the first run')
/** All identifiers of a run are drawn from here. */
export const useRandom = (next: Random): void => void (random = next)
/** Which callbacks of timers are dropped: a planted bug. */
let isDropped: (callback: Callback) => boolean = () => false
export const dropTimers = (which: typeof isDropped): void => void (isDropped = which)

type Callback = (...given: unknown[]) => unknown

const owner = (): Place['process'] => places.getStore()?.process
const wallClock = (): number => simulation().now() + (owner()?.skewMs ?? 0)

function replaceClocks(): void {
  const RealDate = Date
  const SimulatedDate = function (this: unknown, ...given: number[]) {
    if (new.target === undefined) return new RealDate(wallClock()).toString()
    return Reflect.construct(RealDate, given.length === 0 ? [wallClock()] : given, new.target)
  } as unknown as DateConstructor
  Object.setPrototypeOf(SimulatedDate, RealDate)
  Object.assign(SimulatedDate, { now: wallClock })
  Object.defineProperty(SimulatedDate, 'prototype', { value: RealDate.prototype })
  globalThis.Date = SimulatedDate
  performance.now = () => simulation().now() - BEGINNING
}

/** As much of Node's Timeout as the product uses. */
function timer(callback: Callback, ms: number, given: unknown[], repeats: boolean) {
  const mine = owner()
  let planned: Planned
  const plan = (): void => {
    planned = simulation().after(Math.max(ms, repeats ? 1 : 0), fire, mine)
  }
  const fire = (): void => {
    if (repeats) plan()
    if (!isDropped(callback)) callback(...given)
  }
  plan()
  const handle = {
    ref: () => handle,
    unref: () => handle,
    hasRef: () => true,
    cancel: () => (planned.cancelled = true),
  }
  return handle
}

function replaceTimers(): void {
  const cancel = (handle?: { cancel?: () => void }): void => handle?.cancel?.()
  Object.assign(globalThis, {
    setTimeout: (callback: Callback, ms = 0, ...given: unknown[]) => timer(callback, ms, given, false),
    setInterval: (callback: Callback, ms = 0, ...given: unknown[]) => timer(callback, ms, given, true),
    setImmediate: (callback: Callback, ...given: unknown[]) => timer(callback, 0, given, false),
    clearTimeout: cancel,
    clearInterval: cancel,
    clearImmediate: cancel,
  })
  Object.assign(process.getBuiltinModule('node:timers/promises'), {
    setTimeout: (ms: number, value?: unknown) =>
      new Promise((resolve) => timer(resolve as Callback, ms, [value], false)),
    setImmediate: (value?: unknown) => new Promise((resolve) => timer(resolve as Callback, 0, [value], false)),
  })
}

function replaceRandom(): void {
  const fill = <Bytes extends ArrayBufferView>(bytes: Bytes): Bytes => {
    new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength).set(random.bytes(bytes.byteLength))
    return bytes
  }
  const randomUUID = (): string => {
    const hex = random.bytes(16).toString('hex')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }
  Math.random = () => random.next()
  Object.assign(process.getBuiltinModule('node:crypto'), {
    randomBytes: (count: number) => random.bytes(count),
    randomInt: (from: number, to?: number) => (to === undefined ? random.below(from) : from + random.below(to - from)),
    randomFillSync: fill,
    randomUUID,
  })
  Object.assign(crypto, { getRandomValues: fill, randomUUID })
}

/** The thread pool returns results in any order, so its work is done immediately. A hash takes simulated time. */
function replaceThreadPool(): void {
  const node = process.getBuiltinModule('node:crypto')
  const argon2: typeof node.argon2 = (_algorithm, { message, nonce, tagLength }, done) => {
    const text = [message, nonce].map((part) => Buffer.from(part as string).toString('hex')).join()
    simulation().after(HASH_MS, () => done(null, node.hash('sha512', text, 'buffer').subarray(0, tagLength)), owner())
  }
  Object.assign(node, { argon2 })
  const secrets = new WeakMap<object, Uint8Array>()
  const bytesOf = (key: object): Uint8Array => secrets.get(key) as Uint8Array
  type Sealing = { readonly iv: Uint8Array; readonly additionalData: Uint8Array }
  Object.assign(crypto.subtle, {
    digest: async (name: string, data: Uint8Array) =>
      new Uint8Array(node.hash(name.replace('-', '').toLowerCase(), data, 'buffer')).buffer,
    importKey: async (_form: 'raw', bytes: Uint8Array, ...rest: [never, boolean, never]) => {
      const key = node.createSecretKey(bytes).toCryptoKey(...rest)
      secrets.set(key, bytes)
      return key
    },
    encrypt: async ({ iv, additionalData }: Sealing, key: object, data: Uint8Array) => {
      const cipher = node.createCipheriv('aes-256-gcm', bytesOf(key), iv).setAAD(additionalData)
      return new Uint8Array(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])).buffer
    },
    decrypt: async ({ iv, additionalData }: Sealing, key: object, data: Uint8Array) => {
      const cipher = node.createDecipheriv('aes-256-gcm', bytesOf(key), iv).setAAD(additionalData)
      cipher.setAuthTag(data.subarray(-16))
      return new Uint8Array(Buffer.concat([cipher.update(data.subarray(0, -16)), cipher.final()])).buffer
    },
  })
}

/** Work outside of a request still belongs to its node. */
function keepPlaces(): void {
  const { prototype } = AsyncResource
  const real = prototype.runInAsyncScope as (this: object, work: Callback, ...given: unknown[]) => unknown
  function inPlace(this: object, work: Callback, thisArg: unknown, ...given: unknown[]): unknown {
    const place = places.getStore()
    // Of lib/domain/in-background.ts; other resources keep the place in which they were created.
    const kept = this.constructor.name === 'Outside' && place !== undefined
    return real.call(this, kept ? () => places.run(place, work, ...given) : work, thisArg, ...given)
  }
  prototype.runInAsyncScope = inPlace as typeof prototype.runInAsyncScope
}

replaceClocks()
replaceTimers()
replaceRandom()
replaceThreadPool()
keepPlaces()
for (const name of ['node:http', 'node:https'] as const)
  Object.assign(process.getBuiltinModule(name), { request: outgoing })
syncBuiltinESMExports()
