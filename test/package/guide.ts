/** A how-to, followed as it is printed: its programs are written to the files that it names, its commands are run. */
import { spawn } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Run, runOf } from '../examples/process.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { until } from '../support/until.ts'

interface Followed {
  readonly folder: string
  readonly text: string
  /** Replacements for printed words, such as the ports that are free here. */
  readonly words: Readonly<Record<string, string | number>>
  readonly environment: Readonly<Record<string, string>>
  /** Makes a package available that the how-to installs. */
  readonly install: (name: string) => Promise<void>
}

export function guide({ folder, text, words, environment, install }: Followed) {
  const here = (printed: string): string =>
    Object.entries(words).reduce((changed, [word, free]) => changed.replaceAll(word, String(free)), printed)
  const path = `${dirname(process.execPath)}:${String(process.env['PATH'])}`
  const shell = (line: string): Run => {
    const env = { ...BARE_ENVIRONMENT, PATH: path, ...environment }
    // In a separate group: npx starts what it runs as another process.
    const child = spawn('sh', ['-c', line.replace(/^(?=node )/, 'exec ')], { cwd: folder, env, detached: true })
    const run = runOf(child)
    stoppedAtEnd({ stop: () => child.exitCode ?? child.signalCode ?? end(run, child.pid) })
    return run
  }
  /** Runs a line to its end. @returns what it wrote @throws when it fails */
  const run = async (line: string): Promise<string> => {
    const { ended, output } = shell(line)
    if ((await ended) !== 0) throw new Error(`${line}: ${output()}`)
    return output()
  }
  return {
    here,
    run,
    shell,
    /** Writes the programs of a part of the text. @returns the lines of its commands */
    async prepare(part = text): Promise<readonly string[]> {
      for (const [, file = '', program = ''] of part.matchAll(
        /save this as `(\S+)`[^]*?^```(?!sh$)\w+\n([^]*?)^```$/gim,
      )) {
        await mkdir(dirname(join(folder, file)), { recursive: true })
        await writeFile(join(folder, file), here(program))
      }
      const commands = [...part.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, lines = '']) => lines)
      return here(commands.join('')).replaceAll('\\\n', '').trim().split('\n')
    },
    /** Runs the commands to their ends; the last one keeps running. */
    async follow(lines: readonly string[]): Promise<Run> {
      for (const line of lines.slice(0, -1)) {
        const [, names] = /^npm install (.+)$/.exec(line) ?? []
        if (names !== undefined) for (const name of packagesIn(names)) await install(name)
        else await run(line)
      }
      return shell(lines.at(-1) ?? '')
    },
  }
}

/** The part of a document below a heading of the third level. */
export const section = (text: string, title: string): string => text.split(`### ${title}\n`)[1]?.split(/^##/m)[0] ?? ''

async function end({ ended }: Run, group = 0): Promise<void> {
  process.kill(-group, 'SIGKILL')
  await ended
}

/** Packages that the programs of a text import, and that it does not install. */
export function forgotten(text: string): readonly string[] {
  const imported = [...text.matchAll(/ from ['"](?!@\/|\.|node:)((?:@[\w-]+\/)?[\w-]+)/g)].map(([, name = '']) => name)
  const installed = [...text.matchAll(/^npm install (.+)$/gm)].flatMap(([, names = '']) => packagesIn(names))
  return imported.filter((name) => !installed.includes(name))
}

const packagesIn = (names: string): readonly string[] => names.split(' ').map((name) => name.replace(/(?<=.)@.*/, ''))

/** Waits for a server that responds, with any status. @throws with what it printed, if it ends before */
export const isUp = (port: number, { ended, output }: Run): Promise<void> =>
  Promise.race([
    until(async () => (await fetch(`http://localhost:${port}/`, { redirect: 'manual' })).status > 0),
    ended.then(() => Promise.reject(new Error(`it ended: ${output()}`))),
  ])
