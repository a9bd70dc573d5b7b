/**
 * The promises of `lib/ports`, as a suite that every adapter runs: `storageContract('redis', { open, pass })`.
 * The outcomes are the words of the ports. Races are run over two nodes.
 */
import type { Storage } from '../../lib/ports/storage.ts'
import { auditLogContract } from './audit-log-contract.ts'
import { boundedLogContract } from './bounded-log-contract.ts'
import { clientsContract } from './clients-contract.ts'
import { connectionContract } from './connection-contract.ts'
import { copiesContract } from './copies-contract.ts'
import { deliveriesContract } from './deliveries-contract.ts'
import { documentsContract } from './documents-contract.ts'
import { ephemeralContract } from './ephemeral-contract.ts'
import { familiesContract } from './families-contract.ts'
import type { Check } from './nodes.ts'
import { rateCounterContract } from './rate-counter-contract.ts'
import { sessionsContract } from './sessions-contract.ts'
import { subjectsContract } from './subjects-contract.ts'
import { tokenStateContract } from './token-state-contract.ts'

export interface OpenedStore {
  /** The first node; `open()` has been called on it. */
  readonly storage: Storage
  /** A second node: another connection to the same data, opened. */
  another(): Promise<Storage>
  /** Closes every node and throws the data away. Closing what a test has closed already is no error. */
  close(): Promise<void>
}

export interface AdapterUnderTest {
  /** An empty store. Called before every test. */
  open(): Promise<OpenedStore>
  /** Lets a number of milliseconds pass on the store's clock: moves it where it can be moved, waits otherwise. */
  pass(ms: number): Promise<void>
  /** Where `pass` waits, and no test moves the clock of another, the tests run side by side. */
  readonly run: 'in turn' | 'side by side'
}

export function storageContract(name: string, { open, pass, run }: AdapterUnderTest): void {
  const declare = run === 'in turn' ? it : it.concurrent
  const check =
    (part: string): Check =>
    (promise, test) =>
      declare(`${part} ${promise}`, async () => {
        const { storage, another, close } = await open()
        try {
          await test({ here: storage, there: await another(), pass })
        } finally {
          await close()
        }
      })
  // One block: blocks run one after the other, and the tests of each wait for the store's clock.
  describe(`${name} keeps the storage contract:`, () => {
    familiesContract(check('families'))
    tokenStateContract(check('token state'))
    subjectsContract(check('subjects'))
    clientsContract(check('clients'))
    sessionsContract(check('sessions'))
    ephemeralContract(check('records'))
    documentsContract(check('documents'))
    rateCounterContract(check('rates'))
    deliveriesContract(check('deliveries'))
    auditLogContract(check('audit'))
    boundedLogContract(check('bounded logs'))
    copiesContract(check('copies'))
    connectionContract(check('connection'))
  })
}
