import { text } from 'node:stream/consumers'
import { type DirectoryStep, testDirectory } from '../../../adapters/ldap/index.ts'
import { directoryIssues } from '../../compose/directory.ts'
import { installLine, isInstalled } from '../../config/drivers.ts'
import { readEnvironment } from '../../config/environment.ts'
import { ConfigError } from '../../config/issues/config-error.ts'
import { ENGLISH_ISSUES, findingText } from '../../web/ui/texts/issues.ts'
import { failedStep } from '../doctor/directory.ts'
import { type Command, json, Refused, UsageError } from '../terminal/command.ts'
import { command } from './command.ts'

const lineOf = ({ step, outcome, detail }: DirectoryStep): string => `${outcome.padEnd(7)} ${step.padEnd(9)} ${detail}`

const test = command('directory test', async (args, terminal) => {
  const username = args.atMostOne('username')
  const isTried = args.flag('password-stdin')
  if (isTried && username === undefined) throw new UsageError('--password-stdin needs a username')
  const { ldap } = readEnvironment(terminal.env).configuration
  if (ldap === undefined) throw new Refused('no LDAP server is configured: the ldap setting is missing')
  if (!isInstalled('ldapts')) throw new Refused(`the package ldapts is not installed; ${installLine(['ldapts'])}`)
  const question = {
    ...(username === undefined ? {} : { username }),
    // Strips the trailing line break.
    ...(isTried ? { password: (await text(process.stdin)).replace(/\r?\n$/, '') } : {}),
  }
  const steps: DirectoryStep[] = []
  try {
    for await (const step of testDirectory(ldap, question)) {
      steps.push(step)
      if (!args.flag('json')) terminal.out(lineOf(step))
    }
  } catch (error) {
    throw new ConfigError(await directoryIssues(error))
  }
  if (args.flag('json')) terminal.out(json({ steps }))
  const failed = steps.filter(({ outcome }) => outcome === 'failed')
  for (const step of failed) {
    // A wrong password is not an error in the settings.
    const fix = step.step === 'password' ? '' : `. ${findingText(failedStep(step), ENGLISH_ISSUES).fix}`
    terminal.err(`failed at: ${step.step}${fix}`)
  }
  return failed.length === 0 ? 0 : 1
})

export const DIRECTORY_COMMANDS: readonly Command[] = [test]
