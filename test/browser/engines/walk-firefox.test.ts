import { firefox } from './firefox.ts'
import { walkThrough } from './walk.ts'

await walkThrough(await firefox())
