import type { Measurements, RevocationCause, StoreFailure } from '../../ports/measurements.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { Tracing } from '../../ports/tracing.ts'
import { PORTS, type PortName, storageWith } from '../storage-with.ts'

/** Store methods that invalidate tokens. */
const REVOKING: ReadonlyMap<string, RevocationCause> = new Map([
  ['subjects.revoke', 'user'],
  ['subjects.revokeSession', 'session'],
  ['subjects.revokeClient', 'app_of_user'],
])

type Method = (...given: unknown[]) => Promise<unknown>

type Watch = (name: string, method: Method) => Method

/** Measures and traces the store's calls. Returns `storage` itself if measuring and tracing are both disabled. */
export function observedStorage(
  storage: Storage,
  measurements: Measurements | undefined,
  tracing: Tracing | undefined,
): Storage {
  const watches: readonly Watch[] = [
    ...(measurements === undefined ? [] : [measuring(measurements)]),
    ...(tracing === undefined ? [] : [tracingWith(tracing)]),
  ]
  if (watches.length === 0) return storage
  const observed = (port: PortName): object => {
    const methods = new Map<string | symbol, Method>()
    const watched = (part: object, name: string | symbol): Method => {
      const method: Method = (...given) => Reflect.apply(Reflect.get(part, name) as Method, part, given)
      return watches.reduce<Method>((inner, watch) => watch(`${port}.${String(name)}`, inner), method)
    }
    return new Proxy(storage[port], {
      get(part, name) {
        const method = methods.get(name) ?? watched(part, name)
        methods.set(name, method)
        return method
      },
    })
  }
  return storageWith(storage, Object.fromEntries(PORTS.map((port) => [port, observed(port)])))
}

const tracingWith =
  ({ part }: Tracing): Watch =>
  (name, method) =>
  (...given) =>
    part(name, () => method(...given))

/** Returns the store's own promise, so the caller does not wait for the measurement. */
function measuring(measurements: Measurements): Watch {
  return (name, method) => {
    const cause = REVOKING.get(name)
    return (...given) => {
      const startedAt = performance.now()
      const call = method(...given)
      call.then(
        () => {
          measurements.stored(name, (performance.now() - startedAt) / 1000)
          if (cause !== undefined) measurements.revoked(cause)
        },
        (error: unknown) => measurements.stored(name, (performance.now() - startedAt) / 1000, failureOf(error)),
      )
      return call
    }
  }
}

function failureOf(error: unknown): StoreFailure {
  if (!(error instanceof StoreUnavailable)) return 'error'
  return error.outcomeUnknown ? 'outcome_unknown' : 'unavailable'
}
