import { failureSentence } from '../serve/failure-sentence.ts'
import { COMMANDS } from './commands.ts'
import { type Command, parseArguments, Refused, type Terminal, UsageError } from './terminal/command.ts'

/** Runs one command and returns its exit code. */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const isCalled = (name: string): boolean => name.split(' ').every((word, index) => argv[index] === word)
  const command = COMMANDS.find(({ name }) => isCalled(name))
  if (command === undefined) {
    const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h'
    ;(wantsHelp ? terminal.out : terminal.err)(overview())
    return wantsHelp ? 0 : 2
  }
  try {
    const args = parseArguments(argv.slice(command.name.split(' ').length), command.options)
    if (!args.flag('help')) return await command.run(args, allowing(terminal, args.flag('new-store')))
    terminal.out(usageOf(command))
    return 0
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`${error.message}\n\n${usageOf(command)}`)
      return 2
    }
    terminal.err(error instanceof Refused ? error.message : failureSentence(error))
    if (wantsStack(argv, terminal)) terminal.err((error as Partial<Error> | undefined)?.stack ?? String(error))
    return 1
  }
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

function usageOf({ name, usage = '', summary, options = {} }: Command): string {
  const flags = Object.keys(options).map((option) => `--${option}`)
  return [
    `portico ${name} ${usage}`.trim(),
    `  ${summary}`,
    `  options: ${[...flags, '--json', '--yes', '--debug', '--new-store'].join(' ')}`,
  ].join('\n')
}

function overview(): string {
  const width = Math.max(...COMMANDS.map(({ name }) => name.length))
  return [
    'portico: the command line of Portico',
    '',
    ...COMMANDS.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Run portico COMMAND --help for the usage of a command.',
  ].join('\n')
}
