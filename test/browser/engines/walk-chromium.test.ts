import { chromium } from './chromium.ts'
import { walkThrough } from './walk.ts'

await walkThrough(await chromium())
