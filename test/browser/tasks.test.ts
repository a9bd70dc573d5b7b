/** What users and administrators do, in at most as many presses as at the best peer, with the data of a company. */
import { readFileSync } from 'node:fs'
import { ADMINISTRATOR } from '../seed/set-up.ts'
import { launchChromium } from '../support/chromium.ts'
import { signInAt } from '../support/seeded-folder.ts'
import { startWorld } from './engines/world.ts'
import { handsAt } from './tasks/hands.ts'
import { OF_APPS } from './tasks/of-apps.ts'
import { OF_USERS } from './tasks/of-users.ts'

interface Row {
  readonly task: string
  /** At most. */
  readonly presses: number
  readonly fields: number
  /** Whose numbers they are. */
  readonly source: string
}

const TABLE: readonly Row[] = JSON.parse(readFileSync('test/browser/tasks/table.json', 'utf8'))
const WALKS = { ...OF_APPS, ...OF_USERS }
const world = await startWorld()
const browser = await launchChromium()

it('each task of the table has a walk, and each walk a task', () => {
  expect(Object.keys(WALKS).toSorted()).toEqual(TABLE.map(({ task }) => task).toSorted())
})

it.each(TABLE)('$task: $presses presses, $fields fields, as $source', async ({ task, presses, fields }) => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await context.newPage()
  await page.goto(`${world.idp.issuer}/admin/`)
  await signInAt(page, ADMINISTRATOR.username)
  await page.waitForSelector('.sso-search input')
  const hands = handsAt(page, world)
  await WALKS[task]?.(hands)
  const counted = hands.counted()
  expect(counted.presses).toBeLessThanOrEqual(presses)
  expect(counted.fields).toBeLessThanOrEqual(fields)
  await context.close()
})
