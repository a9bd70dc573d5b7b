import type { Configuration } from '../config/configuration.ts'
import type { Sources } from '../config/sources/layers.ts'
import type { Logger } from '../ports/logger.ts'
import { type HostMessages, joinMessages, untranslated } from '../web/ui/texts/host-messages.ts'
import type { HostLanguage } from './host-texts.ts'

/** Adds the languages from the `ui.texts` folder to the settings, and collects all messages that are not built in. */
export async function speakLanguages(
  settings: Configuration,
  messages: HostMessages,
  from: Sources,
  logger: Logger,
): Promise<{ readonly configuration: Configuration; readonly spoken: HostMessages }> {
  const { languages, texts } = await ownLanguages(settings)
  const spoken = joinMessages(texts, messages)
  reportLanguages(spoken, languages, logger)
  return { configuration: withLanguages(settings, languages, from), spoken }
}

/** Reads the languages from the `ui.texts` folder. If it is not set, the message parser is not loaded. */
async function ownLanguages({
  ui,
}: Configuration): Promise<{ readonly languages: readonly HostLanguage[]; readonly texts: HostMessages }> {
  if (ui.texts === undefined) return { languages: [], texts: {} }
  const { messagesOf, readHostTexts } = await import('./host-texts.ts')
  const languages = await readHostTexts(ui.texts)
  return { languages, texts: messagesOf(languages) }
}

/** Adds the folder's languages to the built-in ones, unless `ui.locales` is set explicitly. */
function withLanguages(settings: Configuration, languages: readonly HostLanguage[], from: Sources): Configuration {
  const isChosen = (from['ui.locales']?.from ?? 'default') !== 'default'
  if (isChosen || languages.length === 0) return settings
  const locales = [...new Set([...settings.ui.locales, ...languages.map(({ locale }) => locale)])]
  return { ...settings, ui: { ...settings.ui, locales } }
}

function reportLanguages(spoken: HostMessages, languages: readonly HostLanguage[], logger: Logger): void {
  for (const lacking of untranslated(spoken))
    logger.warn({ code: 'texts-missing', ...lacking }, 'missing translations; falling back to English')
  for (const { locale, issues } of languages) {
    const unusable = issues.filter(({ code }) => code !== 'missing')
    if (unusable.length === 0) continue
    const paths = unusable.slice(0, 5).map(({ path }) => path)
    logger.warn(
      { code: 'texts-invalid', locale, invalid: unusable.length, paths },
      'invalid translations; falling back to English',
    )
  }
}
