import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { UserRefusal } from '../../domain/management/account-result.ts'
import { type ReceiptClaims, receiptClaims } from '../../domain/management/receipt.ts'
import type { Receipts } from '../../domain/management/receipts.ts'
import { confirmed, type ExitCode, json, type Terminal } from '../terminal/command.ts'
import { findAccount, REFUSALS } from './account-output.ts'
import { command } from './command.ts'
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
  if (!(await confirmed(QUESTION, args, terminal))) return 1
  return withStore(terminal, async (store) => {
    const account = await findAccount(store, username)
    if (account === undefined) return refused('missing', terminal)
    const { offboard, receipts } = await offboardingOf(store)
    const file = path === undefined ? undefined : await newFile(path)
    let receipt: string | undefined
    try {
      const outcome = await offboard(account.sub, { name: CLI_ACTOR })
      if (outcome !== 'done' && outcome !== 'unchanged') return refused(outcome, terminal)
      receipt = signedIn(await responded(receipts, account.sub))
      const claims = receiptClaims(receipt) as ReceiptClaims
      if (file === undefined) terminal.out(args.flag('json') ? json({ receipt, ...claims }) : receipt)
      else await file.writeFile(`${receipt}\n`)
      terminal.err(linesOf(claims).join('\n'))
      return 0
    } finally {
      await file?.close()
      if (path !== undefined && file !== undefined && receipt === undefined) await rm(path)
    }
  })
})

function refused(outcome: UserRefusal, terminal: Terminal): ExitCode {
  terminal.err(REFUSALS[outcome])
  return 1
}

/** The receipt, once apps have responded, or after a short time. */
async function responded({ read }: Receipts, sub: string) {
  let state = await read(sub)
  for (let waited = 0; waited < WAIT_MS && state?.state === 'preliminary'; waited += STEP_MS) {
    await pause(STEP_MS)
    state = await read(sub)
  }
  return state
}
