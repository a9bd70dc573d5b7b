/**
 * The promises of `lib/ports`, as a suite that every adapter runs: `storageContract('redis', { open, pass })`.
 * The outcomes are the words of the ports. Races are run over two nodes.
 */
import type { Storage } from '../../lib/ports/storage.ts'
import { auditLogContract } from './audit-log-contract.ts'
import { clientsContract } from './clients-contract.ts'
import { connectionContract } from './connection-contract.ts'
import { deliveriesContract } from './deliveries-contract.ts'
import { documentsContract } from './documents-contract.ts'
import { ephemeralContract } from './ephemeral-contract.ts'
import { familiesContract } from './families-contract.ts'
import type { Nodes } from './nodes.ts'
import { rateCounterContract } from './rate-counter-contract.ts'
import { sessionsContract } from './sessions-contract.ts'
import { subjectsContract } from './subjects-contract.ts'
import { tokenStateContract } from './token-state-contract.ts'

export interface OpenedStore {
  /** The first node; `open()` has been called on it. */
  readonly storage: Storage
  /** A second node: a connection of its own to the same data, opened. */
  another(): Promise<Storage>
  /** Closes every node and throws the data away. Closing what a test has closed already is no error. */
  close(): Promise<void>
}

export interface AdapterUnderTest {
  /** An empty store. Called before every test. */
  open(): Promise<OpenedStore>
  /** Lets so many milliseconds go by on the store's clock: moves it where it can be moved, waits otherwise. */
  pass(ms: number): Promise<void>
}

export function storageContract(name: string, adapter: AdapterUnderTest): void {
  describe(`${name} keeps the storage contract:`, () => {
    let opened: OpenedStore
    let nodes: Nodes
    beforeEach(async () => {
      opened = await adapter.open()
      nodes = { here: opened.storage, there: await opened.another(), pass: (ms) => adapter.pass(ms) }
    })
    afterEach(() => opened.close())

    const stage = () => nodes
    describe('families', () => familiesContract(stage))
    describe('token state', () => tokenStateContract(stage))
    describe('subjects', () => subjectsContract(stage))
    describe('clients', () => clientsContract(stage))
    describe('sessions', () => sessionsContract(stage))
    describe('records', () => ephemeralContract(stage))
    describe('documents', () => documentsContract(stage))
    describe('rates', () => rateCounterContract(stage))
    describe('deliveries', () => deliveriesContract(stage))
    describe('audit', () => auditLogContract(stage))
    describe('connection', () => connectionContract(stage))
  })
}
