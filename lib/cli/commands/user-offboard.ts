import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { endIn } from '../../../policies/end-dates.ts'
import type { Receipts } from '../../domain/management/receipts.ts'
import {
  type Arguments,
  confirmed,
  type ExitCode,
  json,
  Refused,
  type Terminal,
  UsageError,
} from '../terminal/command.ts'
import { findAccount, onAccount, REFUSALS, report } from './account-output.ts'
import { command } from './command.ts'
import { endOption } from './end-option.ts'
import { newFile } from './export.ts'
import { linesOf, offboardingOf, signedIn } from './receipt.ts'
import { CLI_ACTOR, withStore } from './store.ts'

const QUESTION =
  'The account will be suspended. All sessions, tokens, roles, passwords, and second factors of the user will end immediately.'

/** How long to wait for the responses of apps. */
const WAIT_MS = 5_000
const STEP_MS = 250

export const userOffboardCommand = command('user offboard', async (args, terminal) => {
  const [username, path] = [args.only('username, email address, or subject'), args.text('receipt')]
  const at = endOption(args, 'at')
  if (at !== undefined) return planned(username, at, args, terminal)
  if (!(await confirmed(QUESTION, args, terminal))) return 1
  return withStore(terminal, async (store) => {
    const account = await findAccount(store, username)
    if (account === undefined) throw new Refused(REFUSALS.missing)
    const { offboard, receipts } = await offboardingOf(store)
    const file = path === undefined ? undefined : await newFile(path)
    try {
      const outcome = await offboard(account.sub, { name: CLI_ACTOR })
      if (outcome !== 'done' && outcome !== 'unchanged') throw new Refused(REFUSALS[outcome])
      const { jws: receipt, claims } = signedIn(await responded(receipts, account.sub))
      if (file === undefined) terminal.out(args.flag('json') ? json({ receipt, ...claims }) : receipt)
      else await file.writeFile(`${receipt}\n`)
      terminal.err(linesOf(claims).join('\n'))
      return 0
    } catch (error) {
      if (path !== undefined) await rm(path)
      throw error
    } finally {
      await file?.close()
    }
  })
})

/** Sets an end date that offboards the user. The receipt is made then. */
function planned(username: string, at: string, args: Arguments, terminal: Terminal): Promise<ExitCode> {
  if (!((endIn(at) ?? 0) > Date.now())) throw new UsageError('--at must be a time in the future')
  if (args.text('receipt') !== undefined)
    throw new UsageError('the receipt is made at that time; get it with: receipt get')
  return withStore(terminal, async (store) => {
    const result = await onAccount(store, username, (sub) => store.accountOperations.setEnd(sub, at, 'offboard'))
    return report(result, args, terminal, 'the user is offboarded at that time; to cancel, run: user update --until ""')
  })
}

/** The receipt, once apps have responded, or after a short time. */
async function responded({ read }: Receipts, sub: string) {
  for (let waited = 0; ; waited += STEP_MS) {
    const state = await read(sub)
    if (state?.state !== 'preliminary' || waited >= WAIT_MS) return state
    await pause(STEP_MS)
  }
}
