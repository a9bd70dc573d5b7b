/** Help of the command line: at most 70 columns wide, except for examples. */
import { COMMAND_GROUPS } from './commands.ts'
import { COMMON_OPTIONS, type Command, type Option } from './terminal/command.ts'

const COLUMNS = 70
/** Where summaries and descriptions of options begin. */
const COLUMN = 26

export const overview = (): string =>
  [
    'Usage: portico COMMAND [ARGUMENTS] [OPTIONS]',
    ...COMMAND_GROUPS.flatMap(({ title, commands }) => ['', `${title}:`, ...commands.map(summaryLine)]),
    '',
    'portico help COMMAND shows its options and an example,',
    'portico --version the version and the commit.',
  ].join('\n')

/** Commands that begin with a word such as `client`. */
export const helpOfNoun = (commands: readonly Command[]): string =>
  [...commands.map(summaryLine), '', 'portico help COMMAND shows its options and an example.'].join('\n')

/** Shown below an error about the arguments, which a whole help would push off the screen. */
export const pointerTo = (command: Command): string =>
  [
    ...wrapped(`Usage: portico ${usageOf(command)}`, '       '),
    `portico help ${command.name} shows its options and an example.`,
  ].join('\n')

export const helpOf = (command: Command): string =>
  [
    ...wrapped(`Usage: portico ${usageOf(command)}`, '       '),
    '',
    ...wrapped([`${command.summary}.`, command.details ?? []].flat().join(' ')),
    ...(command.options === undefined ? [] : ['', 'Options:', ...Object.entries(command.options).flatMap(optionLines)]),
    '',
    'Common options:',
    ...Object.entries(COMMON_OPTIONS).flatMap(optionLines),
    '',
    'Example:',
    `  portico ${command.example}`,
  ].join('\n')

/** The command with its arguments. */
export const usageOf = ({ name, arguments: words, options }: Command): string =>
  [name, words ?? [], options === undefined ? [] : '[OPTIONS]'].flat().join(' ')

const summaryLine = ({ name, summary }: Command): string => `  ${name.padEnd(COLUMN - 3)} ${summary}`

function optionLines([name, { short, value, help }]: readonly [string, Option]): readonly string[] {
  const flag = [short === undefined ? [] : `-${short},`, `--${name}`, value ?? []].flat().join(' ')
  const beginning = `  ${flag} `.padEnd(COLUMN)
  // A long name has its description on the next line.
  return beginning.length > COLUMN ? [beginning, ' '.repeat(COLUMN) + help] : [beginning + help]
}

/** Lines of words, the later ones indented. */
function wrapped(text: string, indentation = ''): readonly string[] {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) as string
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + 1 + word.length <= COLUMNS) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(indentation + word)
  }
  return lines
}
