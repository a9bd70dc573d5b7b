/** The classes that custom CSS can rely on. */
import lists from '../../../policies/harmless-css.json' with { type: 'json' }
import { code, type Parts } from './parts.ts'

export const STYLE_CLASSES: Parts = {
  classes: () =>
    Object.entries(lists.classes)
      .map(([name, meaning]) => `- ${code(name)}: ${meaning}`)
      .join('\n'),
}
