/** The panel about clients, and the portal, in every state, theme and width. */
import { testEveryState } from './every-state.ts'

await testEveryState('clientsAndPortal')
