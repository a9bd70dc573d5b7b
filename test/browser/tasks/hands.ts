/**
 * What a user does at a page, counted. A press is a click or Enter. Typing, and the keys that lead to a field, are
 * none.
 */
import type { Locator, Page } from 'playwright-core'
import type { World } from '../engines/world.ts'

export interface Hands {
  readonly world: World
  readonly page: Page
  readonly counted: () => { readonly presses: number; readonly fields: number }
  press(what: Locator): Promise<void>
  /** Follows a link, or sends a form. */
  go(what: Locator): Promise<void>
  enter(): Promise<void>
  fill(selector: string, value: string): Promise<void>
  /** Types into the panel's search, which a key leads to. */
  search(text: string): Promise<void>
  /** The only hit of the search, or the page itself. */
  open(text: string): Promise<void>
  /** A suggestion of the search. */
  suggested(text: string, name: string | RegExp): Promise<void>
  link(name: string | RegExp): Locator
  button(name: string | RegExp): Locator
  main(): Promise<string>
  heading(): Promise<string>
}

export type Walks = Readonly<Record<string, (hands: Hands) => Promise<void>>>

export function handsAt(page: Page, world: World): Hands {
  let [presses, fields] = [0, 0]
  const press = async (what: Locator): Promise<void> => {
    presses += 1
    await what.click()
  }
  const enter = async (): Promise<void> => {
    presses += 1
    await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')])
  }
  const search = async (text: string): Promise<void> => {
    fields += 1
    await page.keyboard.press('Control+k')
    await page.locator('.sso-search input:focus').waitFor()
    await page.keyboard.type(text)
  }
  const go = async (what: Locator): Promise<void> => void (await Promise.all([page.waitForEvent('load'), press(what)]))
  const named = (role: 'link' | 'button', name: string | RegExp): Locator =>
    page.getByRole(role, { name, exact: typeof name === 'string' }).first()
  return {
    world,
    page,
    counted: () => ({ presses, fields }),
    press,
    enter,
    search,
    go,
    async fill(selector, value) {
      fields += 1
      await page.fill(selector, value)
    },
    async open(text) {
      await search(text)
      await enter()
    },
    async suggested(text, name) {
      await search(text)
      await go(page.getByRole('option', { name }))
    },
    link: (name) => named('link', name),
    button: (name) => named('button', name),
    main: () => page.locator('main').innerText(),
    heading: () => page.locator('h1').innerText(),
  }
}
