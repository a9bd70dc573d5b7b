/** The race as a process, with a user at the browser. */
import { type Run, started } from '../examples/process.ts'
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { remote } from '../support/logout-processes.ts'

const running: Run[] = []

/** Kills processes that a failed test has left; they hold the port. */
export function endRaces(): void {
  for (const run of running.splice(0)) run.signal('SIGKILL')
}

export function runRace(args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') {
  const run = started('test/race/main.js', args, { env, input })
  running.push(run)
  return {
    ended: run.ended.then((code) => ({ code, out: run.stdout(), err: run.stderr() })),
    interrupt: () => run.signal('SIGINT'),
    /** @throws when it ends without this output */
    async says(words: RegExp): Promise<string> {
      const [whole, part = whole] = await run.says(words)
      return part
    },
  }
}

/** The URL that the user must open. */
export const START = /^ {2}(http:\S+)$/m

const MOST_WINDOWS = 5_000

/**
 * Opens the URL, submits the provider's pages, and follows the race's pages until the last one.
 * @param answer the fields of a provider's form
 * @param port the issuer's listening port, if a proxy is in front of it
 * @param pauses collects the displayed pause of each page in seconds, without waiting
 * @returns the final message of the race
 */
export async function visit(
  start: string,
  issuer: string,
  answer: (page: Page) => Readonly<Record<string, string>>,
  port = Number(new URL(issuer).port),
  pauses: number[] = [],
): Promise<string> {
  const browser = openBrowser(remote({ issuer, port }))
  let next: string | undefined = start
  for (let windows = 0; windows < MOST_WINDOWS; windows += 1) {
    const begun = await fetch(next, { redirect: 'manual' })
    let stop: Stop = await browser.visit(begun.headers.get('location') ?? '')
    for (let pages = 0; stop.at === 'page'; pages += 1) {
      if (pages === 6) throw new Error(`stuck at ${stop.answer.status}: ${stop.answer.text.slice(0, 300)}`)
      stop = await browser.submit(stop, answer(stop))
    }
    const shown = await fetch(stop.url)
    const [, seconds, onward] = /^(\d+); url=(.+)$/.exec(shown.headers.get('refresh') ?? '') ?? []
    if (onward === undefined) return await shown.text()
    pauses.push(Number(seconds))
    next = new URL(onward, stop.url).href
  }
  throw new Error('the race goes on for ever')
}
