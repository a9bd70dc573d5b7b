/** All pages outside panel and portal, in every state, theme and width. */
import { testEveryState } from './every-state.ts'

await testEveryState('rest')
