/**
 * `npm run race` with a real browser: one sign-in, and the window goes on by itself, further than any browser follows
 * redirects; its pages break no rule.
 */
import type { Browser } from 'playwright-core'
import { PERSON } from '../bench/fixtures.ts'
import { endRaces, runRace, START } from '../race/race-run.ts'
import { type RaceWorld, SECRET, startRaceWorld } from '../race/race-world.ts'
import { launchChromium } from '../support/chromium.ts'
import { issuesFoundByAxe } from './flow-world.ts'

let world: RaceWorld
let chromium: Browser
beforeEach(async () => {
  ;[world, chromium] = await Promise.all([startRaceWorld(), launchChromium()])
})
afterEach(async () => {
  endRaces()
  await chromium.close()
})

it('a user signs in once, sees the rounds, and is asked to close the window (0)', async () => {
  const counts = ['--rounds', '12', '--parallel', '4', '--only', 'code']
  const run = runRace(world.target(world.nodes[0].issuer, ...counts), SECRET)
  const page = await (await chromium.newContext()).newPage()
  // Each page continues immediately, so its text is kept where the last one can read it.
  await page.addInitScript(() =>
    addEventListener('DOMContentLoaded', () => {
      sessionStorage['said'] = `${sessionStorage['said'] ?? ''}\n${document.body.innerText}`
    }),
  )
  await page.goto(await run.says(START))
  await page.getByLabel('Email or username').fill(PERSON.username)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('The race is over; the terminal has the results. You may close this window.').waitFor()
  expect(await page.evaluate(() => sessionStorage['said'])).toContain(
    'Codes: round 3 of 12. This page goes on by itself.',
  )
  expect(await issuesFoundByAxe(page)).toEqual([])
  const { code, out } = await run.ended
  expect([code, out]).toEqual([0, expect.stringMatching(/^rounds with exactly 1 success +12$/m)])
})
