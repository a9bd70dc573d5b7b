/** A user at one of the three browsers, who presses what the pages show, and looks whether all of it fits. */
import { until } from '../../support/until.ts'
import type { Engine } from './engine.ts'
import { type Kind, layoutIssues, type Place, placeOf } from './in-page.ts'

const DESK = { width: 1280, height: 800 } as const
const NARROWER = [
  { width: 1024, height: 768 },
  { width: 390, height: 780 },
] as const

export type Visitor = Awaited<ReturnType<typeof visitor>>

export async function visitor(engine: Engine) {
  const window = await engine.open()
  await window.resize(DESK.width, DESK.height)
  const seen: string[] = []
  const inPage = <Given, Value>(work: (given: Given) => Value, given?: Given): Promise<Value> =>
    window.evaluate(`(${work.toString()})(${JSON.stringify(given) ?? ''})`) as Promise<Value>
  const text = async (): Promise<string> =>
    String(await window.evaluate('document.body.innerText'))
      .replace(/[\u2066-\u2069]/g, '')
      .replace(/\s+/g, ' ')

  async function clickOn(kind: Kind, name: string): Promise<void> {
    let place: Place | string = ''
    try {
      await until(async () => typeof (place = await inPage(placeOf, { kind, name })) !== 'string', name)
    } catch {
      throw new Error(`${place}\non the page: ${(await text()).slice(0, 1_000)}`)
    }
    const { x, y } = place as unknown as Place
    await window.clickAt(x, y)
  }

  /** Until another page is there, and whole: the words that a task waits for could be on this one too. */
  async function leaving(act: () => Promise<void>): Promise<void> {
    await window.evaluate("globalThis.isLeft = 'not yet'")
    await act()
    const state = "globalThis.isLeft === undefined && document.readyState === 'complete'"
    await until(async () => (await window.evaluate(state)) === true, 'another page')
  }

  /** Firefox scrolls to typed text with the next frame, and so could under the next press. */
  async function drawn(): Promise<void> {
    const twice = '(call) => requestAnimationFrame(() => requestAnimationFrame(call))'
    await window.evaluate(`void (${twice})(() => (globalThis.isDrawn = true)), (globalThis.isDrawn = false)`)
    await until(async () => (await window.evaluate('globalThis.isDrawn')) === true, 'a frame')
  }

  /** Compares the page with its frames, at three widths. */
  async function look(): Promise<void> {
    const title = await window.evaluate('document.title')
    const found = async (width: number): Promise<void> => {
      for (const issue of await inPage(layoutIssues)) seen.push(`${title}, ${width} px: ${issue}`)
    }
    await found(DESK.width)
    for (const { width, height } of NARROWER) {
      await window.resize(width, height)
      await found(width)
    }
    await window.resize(DESK.width, DESK.height)
  }

  return {
    goTo: (url: string): Promise<void> => window.goTo(url),
    evaluate: window.evaluate,
    /** What did not fit since the last call. */
    issues: (): readonly string[] => seen.splice(0),
    press: (name: string): Promise<void> => leaving(() => clickOn('button', name)),
    follow: (name: string): Promise<void> => leaving(() => clickOn('link', name)),
    enter: (): Promise<void> => leaving(() => window.type('\n')),
    /** A button that shows or hides a part of the page. */
    unfold: (name: string): Promise<void> => clickOn('button', name),
    /** A box to tick, or a choice of several. */
    pick: (name: string): Promise<void> => clickOn('field', name),
    async fill(name: string, value: string): Promise<void> {
      await clickOn('field', name)
      await window.evaluate('document.activeElement.select()')
      await window.type(value)
      await drawn()
    },
    /** Waits until the page is whole and shows these words, and looks at it. */
    async sees(...words: readonly string[]): Promise<void> {
      let shown = ''
      try {
        await until(async () => {
          if ((await window.evaluate('document.readyState')) !== 'complete') return false
          shown = await text()
          return words.every((word) => shown.includes(word))
        }, words.join(', '))
      } catch {
        throw new Error(
          `no “${words.join('”, “')}” at ${await window.evaluate('location.href')}: ${shown.slice(0, 1_500)}`,
        )
      }
      await look()
    },
  }
}
