/**
 * The promises of `lib/ports`, as a suite that every adapter runs, under any test runner. The outcomes are the words of
 * the ports. Races are run over two nodes.
 */
import type { Storage } from '../../lib/ports/storage.ts'
import { everyPart, storageAround } from '../support/watched-storage.ts'
import { auditLogContract } from './audit-log-contract.ts'
import { boundedLogContract } from './bounded-log-contract.ts'
import { type CallTexts, callTexts } from './calls.ts'
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
import { HANGS_AFTER_MS, type TestRunner } from './test-runner.ts'
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

/** Calls before a failure that its message lists. */
const LISTED = 12

/** @param runner `describe` and `it` of the test runner */
export function storageContract(
  name: string,
  { open, pass, run }: AdapterUnderTest,
  { describe, it }: TestRunner,
): void {
  const declare = run === 'in turn' ? it : (it.concurrent ?? it)
  const check =
    (part: string): Check =>
    (promise, test) =>
      declare(
        `${part} ${promise}`,
        async () => {
          const { storage, another, close } = await open()
          const [calls, texts]: [string[], CallTexts] = [[], callTexts()]
          const listed = (node: string, store: Storage) => listing(store, node, calls, texts)
          try {
            await test({ here: listed('here', storage), there: listed('there', await another()), pass })
          } catch (error) {
            throw withCalls(error, calls)
          } finally {
            await close()
          }
        },
        HANGS_AFTER_MS,
      )
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

/** The store; lists its calls. */
function listing(storage: Storage, node: string, calls: string[], { call, shown }: CallTexts): Storage {
  return storageAround(storage, everyPart(storage), (one, make) => {
    const note = (text: string) => void calls.push(`  ${node}: ${call(one)} ${text}`.slice(0, 200))
    const answer = make()
    if (!(answer instanceof Promise)) return answer as Promise<unknown>
    answer.then(
      (value) => note(`→ ${shown(value)}`),
      (error) => note(`throws ${shown(error)}`),
    )
    return answer
  })
}

function withCalls(error: unknown, calls: readonly string[]): unknown {
  if (!(error instanceof Error) || calls.length === 0) return error
  const { message, stack = '' } = error
  error.message = `${message}\n\nThe last calls, in the order of their responses:\n${calls.slice(-LISTED).join('\n')}\n`
  error.stack = stack.replace(message, () => error.message)
  return error
}
