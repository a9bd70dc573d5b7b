import { ConfigError } from '../config/issues/config-error.ts'
import { nearestWord } from '../config/issues/suggestion.ts'
import { OWN_BUILD } from '../config/own-version.ts'
import { failureSentence } from '../serve/failure-sentence.ts'
import { COMMANDS } from './commands.ts'
import { helpOf, helpOfNoun, overview, pointerTo } from './help.ts'
import { type Command, type ExitCode, parseArguments, Refused, type Terminal, UsageError } from './terminal/command.ts'

/** Runs one command and returns its exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const command = commandIn(argv)
  if (command === undefined) return withoutCommand(argv, terminal)
  try {
    const args = parseArguments(argv.slice(command.name.split(' ').length), command.options)
    if (!args.flag('help')) return await command.run(args, allowing(terminal, args.flag('new-store')))
    terminal.out(helpOf(command))
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${pointerTo(command)}`)
      return 2
    }
    terminal.err(error instanceof Refused ? error.message : failureSentence(error))
    // The settings that ask for a stack trace might be the ones that cannot be read.
    if (!(error instanceof ConfigError) && wantsStack(argv, terminal))
      terminal.err((error as Partial<Error> | undefined)?.stack ?? String(error))
    return 1
  }
}

/** The command that the words begin with; of `import` and `import status` the longer one. */
const commandIn = (words: readonly string[]): Command | undefined =>
  [2, 1].map((count) => COMMANDS.find(({ name }) => name === words.slice(0, count).join(' '))).find(Boolean)

/** Prints help or the version, or reports an unknown command. */
function withoutCommand(argv: readonly string[], terminal: Terminal): ExitCode {
  const words = argv.filter((word) => !word.startsWith('-') && word !== 'help')
  const wantsHelp = argv.some((word) => word === 'help' || word === '--help' || word === '-h')
  const [first] = words
  if (first === undefined && argv.includes('--version')) {
    terminal.out(`portico ${OWN_BUILD}`)
    return 0
  }
  if (first === undefined && (wantsHelp || argv.length === 0)) {
    terminal.out(overview())
    return 0
  }
  const command = commandIn(words)
  if (wantsHelp && command !== undefined) {
    terminal.out(helpOf(command))
    return 0
  }
  const siblings = COMMANDS.filter(({ name }) => name.startsWith(`${first} `))
  if (siblings.length > 0 && words.length === 1) {
    ;(wantsHelp ? terminal.out : terminal.err)(helpOfNoun(siblings))
    return wantsHelp ? 0 : 2
  }
  const name = (words.length === 0 ? argv : words).slice(0, 2).join(' ')
  const known = (siblings.length > 0 ? siblings : COMMANDS).map((sibling) => sibling.name)
  const near = nearestWord(name, known) ?? nearestWord(first ?? name, known)
  const hint = near === undefined ? '' : ` Did you mean ${near}?`
  terminal.err(`unknown command: ${name}.${hint} portico --help lists all commands.`)
  return 2
}

/** Whether the user asked for stack traces. */
const wantsStack = (argv: readonly string[], { env }: Terminal): boolean =>
  argv.includes('--debug') || env.LOG_LEVEL === 'debug' || env.LOG_LEVEL === 'trace'

/** Defines `env` as a getter, so that environment variables are read only if a command needs them. */
const allowing = (terminal: Terminal, mayBeNew: boolean): Terminal => ({
  out: (text) => terminal.out(text),
  err: (text) => terminal.err(text),
  ...(terminal.status === undefined ? {} : { status: terminal.status }),
  ask: (question) => terminal.ask(question),
  get env() {
    return terminal.env
  },
  mayBeNew,
})
