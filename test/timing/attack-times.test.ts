/** The attacks of `npm run attack` that compare times, or wait for the end of one. */
import { attack, endCampaigns } from '../attack/command.ts'

afterEach(endCampaigns)

it.each(['accounts by time', 'incomplete requests'])('%s', async (name) => {
  const { code, out } = await attack('--only', name)
  expect([code, out]).toEqual([0, expect.stringMatching(/^1 of 1 held$/m)])
})
