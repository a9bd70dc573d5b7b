/** What users and administrators do, in at most as many presses as at the best peer, with the data of a company. */
import { readFileSync } from 'node:fs'
import { launchChromium } from '../support/chromium.ts'
import { openSeededPanel } from '../support/seeded-folder.ts'
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
  const page = await openSeededPanel(world.idp, browser)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const hands = handsAt(page, world)
  await WALKS[task]?.(hands)
  const counted = hands.counted()
  expect(counted.presses).toBeLessThanOrEqual(presses)
  expect(counted.fields).toBeLessThanOrEqual(fields)
  await page.context().close()
})
