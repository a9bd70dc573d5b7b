/** The rest of the panel, in every state, theme and width. */
import { testEveryState } from './every-state.ts'

await testEveryState('panel')
