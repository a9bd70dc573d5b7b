import { parseArgs } from 'node:util'
import { ConfigError } from '../config/issues/config-error.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'
import { COMMANDS } from './commands.ts'
import { EnvFileFault } from './env-file/env-file.ts'
import { type Arguments, type Command, type Terminal, UsageError } from './terminal/command.ts'

/** Options that every command takes. */
const COMMON = { json: { type: 'boolean' }, yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const

/** Runs one command line and says the exit code. */
export async function run(
  argv: readonly string[],
  terminal: Terminal,
  commands: readonly Command[] = COMMANDS,
): Promise<number> {
  const command = commands.find(({ name }) => name.split(' ').every((word, index) => argv[index] === word))
  if (command === undefined) {
    const wantsHelp = argv.length === 0 || argv[0] === 'help' || argv[0] === '--help' || argv[0] === '-h'
    ;(wantsHelp ? terminal.out : terminal.err)(overview(commands))
    return wantsHelp ? 0 : 2
  }
  try {
    const args = parse(argv.slice(command.name.split(' ').length), command)
    if (args.flag('help')) {
      terminal.out(usageOf(command))
      return 0
    }
    return await command.run(args, terminal)
  } catch (fault) {
    if (fault instanceof UsageError) {
      terminal.err(`${fault.message}\n\n${usageOf(command)}`)
      return 2
    }
    if (fault instanceof ConfigError || fault instanceof EnvFileFault) terminal.err(fault.message)
    else if (fault instanceof StoreUnavailable) terminal.err('the store does not answer; nothing was changed')
    else throw fault
    return 1
  }
}

function parse(rest: readonly string[], command: Command): Arguments {
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs({
      args: [...rest],
      options: { ...COMMON, ...command.options },
      allowPositionals: true,
      strict: true,
    })
  } catch (fault) {
    throw new UsageError(fault instanceof Error ? fault.message : 'the arguments cannot be read')
  }
  const values = parsed.values as Arguments['values']
  return {
    positionals: parsed.positionals,
    values,
    text: (name) => {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    list: (name) => {
      const value = values[name]
      return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
    },
    flag: (name) => values[name] === true,
  }
}

function usageOf({ name, usage, summary, options }: Command): string {
  const flags = Object.keys(options).map((option) => `--${option}`)
  return [
    `portico ${name} ${usage}`.trim(),
    `  ${summary}`,
    `  options: ${[...flags, '--json', '--yes'].join(' ')}`,
  ].join('\n')
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ name }) => name.length))
  return [
    'portico: the command line of the SSO service',
    '',
    ...commands.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'portico COMMAND --help tells more.',
  ].join('\n')
}
