import { listSettings } from '../../../config/settings-list.ts'
import { show } from '../shell/show.ts'
import { readClock } from './clock.ts'
import type { OperationsRequest } from './services.ts'
import { Settings } from './settings-view.tsx'

/** GET /settings: the configuration in force; of secrets, their size at most. */
export async function showSettings(page: OperationsRequest): Promise<void> {
  const { configuration, sources, storage, keys } = page.services
  const [storeAnswers, clock] = await Promise.all([
    storage.ping().then(
      () => true,
      () => false,
    ),
    readClock(page.services),
  ])
  await show(page, 200, Settings, {
    rows: listSettings(configuration, sources).map(({ path, value, source, description }) => ({
      name: path,
      value,
      description,
      source: source.from,
      origin: source.name,
    })),
    health: {
      store: storage.name,
      storeAnswers,
      keyPresent: keys.current() !== undefined,
      node: process.version,
      clock,
    },
  })
}
