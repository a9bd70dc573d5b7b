import type { Arguments } from './arguments.ts'
import type { Terminal } from './command.ts'

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** Prints each entry as a line as soon as it is read, or with --json all of them as one array. */
export async function printList<T>(
  entries: Iterable<T> | AsyncIterable<T>,
  { line, data }: { readonly line: (entry: T) => string; readonly data: (entry: T) => unknown },
  args: Arguments,
  terminal: Terminal,
): Promise<0> {
  const all: unknown[] = []
  for await (const entry of entries) {
    if (args.flag('json')) all.push(data(entry))
    else terminal.out(line(entry))
  }
  if (args.flag('json')) terminal.out(json(all))
  return 0
}
