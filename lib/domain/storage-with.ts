import type { Storage } from '../ports/storage.ts'

export const PORTS = [
  'families',
  'tokenState',
  'subjects',
  'clients',
  'sessions',
  'records',
  'documents',
  'rates',
  'deliveries',
  'audit',
  'bounded',
] as const satisfies readonly (keyof Storage)[]
export type PortName = (typeof PORTS)[number]

/** A store with some of its ports replaced. Methods keep their `this`, because a store can be a class instance. */
export const storageWith = (storage: Storage, others: Partial<Pick<Storage, PortName>>): Storage => {
  const { name, time, inspect, copies, dataFolder } = storage
  const ports = PORTS.map((port) => [port, others[port] ?? storage[port]] as const)
  return {
    ...(Object.fromEntries(ports) as unknown as Pick<Storage, PortName>),
    name,
    open: () => storage.open(),
    ping: () => storage.ping(),
    close: () => storage.close(),
    ...(copies === undefined ? {} : { copies }),
    ...(dataFolder === undefined ? {} : { dataFolder }),
    ...(inspect === undefined ? {} : { inspect: () => inspect.call(storage) }),
    ...(time === undefined ? {} : { time: () => time.call(storage) }),
  }
}
