import { walkThrough } from './walk.ts'
import { webkit } from './webkit.ts'

await walkThrough(await webkit())
