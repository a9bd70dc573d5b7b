import type { Measurements, RevocationCause, StoreFailure } from '../../ports/measurements.ts'
import type { Storage } from '../../ports/storage.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import type { Tracing } from '../../ports/tracing.ts'

type PortName = Exclude<
  keyof Storage,
  'name' | 'dataFolder' | 'copies' | 'open' | 'inspect' | 'ping' | 'time' | 'close'
>

/** Every method of every port: what is measured has a name of this list. */
const METHODS: { readonly [Port in PortName]: Readonly<Record<keyof Storage[Port], true>> } = {
  families: { issue: true, read: true, replace: true, takeBack: true, settled: true, revoke: true },
  tokenState: { look: true },
  subjects: { read: true, revoke: true, revokeClient: true, changeRoles: true, endSession: true, revokeSession: true },
  clients: { find: true, create: true, replace: true, remove: true, holderOf: true, list: true },
  sessions: {
    read: true,
    write: true,
    move: true,
    join: true,
    amend: true,
    remove: true,
    link: true,
    unlink: true,
    linked: true,
    subjects: true,
  },
  records: { put: true, read: true, remove: true, take: true, claim: true },
  documents: { read: true, replace: true, list: true },
  rates: { hit: true, refund: true, clear: true },
  deliveries: {
    put: true,
    release: true,
    lease: true,
    leaseThese: true,
    settle: true,
    find: true,
    list: true,
    nextDue: true,
    unfinished: true,
  },
  audit: { append: true, read: true, bounds: true, trim: true },
  bounded: { put: true, find: true, idsOfShares: true, read: true },
}

/** Methods that make tokens invalid, whoever calls them. */
const REVOKING: ReadonlyMap<string, RevocationCause> = new Map([
  ['subjects.revoke', 'user'],
  ['subjects.revokeSession', 'session'],
  ['subjects.revokeClient', 'app_of_user'],
])

type Method = (...given: unknown[]) => Promise<unknown>

/** Puts something around a method of the store. */
type Watch = (name: string, method: Method) => Method

/**
 * A store whose calls are measured and traced, each where somebody wants that; in every other way the store itself. Without both it
 * is the very object that was given.
 */
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
    const part = storage[port] as unknown as Readonly<Record<string, Method>>
    return Object.fromEntries(
      Object.keys(METHODS[port]).map((name) => {
        const method: Method = (...given) => (part[name] as Method).apply(part, given)
        return [name, watches.reduce<Method>((inner, watch) => watch(`${port}.${name}`, inner), method)]
      }),
    )
  }
  const ports = (Object.keys(METHODS) as PortName[]).map((port) => [port, observed(port)] as const)
  const { time, inspect, copies, dataFolder } = storage
  return {
    ...(Object.fromEntries(ports) as unknown as Pick<Storage, PortName>),
    name: storage.name,
    open: () => storage.open(),
    ping: () => storage.ping(),
    close: () => storage.close(),
    ...(copies === undefined ? {} : { copies }),
    ...(dataFolder === undefined ? {} : { dataFolder }),
    ...(inspect === undefined ? {} : { inspect: () => inspect.call(storage) }),
    ...(time === undefined ? {} : { time: () => time.call(storage) }),
  }
}

const tracingWith =
  ({ part }: Tracing): Watch =>
  (name, method) =>
  (...given) =>
    part(name, () => method(...given))

/** The caller gets the very promise of the store: nobody waits for what is counted. */
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
