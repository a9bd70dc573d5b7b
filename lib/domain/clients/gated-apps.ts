import { clientPages } from './client-pages.ts'
import { isGated } from './gate.ts'
import type { ClientRegistry } from './registry.ts'

/** Whether any app is behind the gate, and so identifies its users by name alone. */
export async function hasGatedApp(clients: Pick<ClientRegistry, 'list'>): Promise<boolean> {
  for await (const page of clientPages(clients)) if (page.some(isGated)) return true
  return false
}
