import { type HostLanguage, readHostTexts } from '../../compose/host-texts.ts'
import { readEnvironment } from '../../config/environment.ts'
import { hasPanel, LOCALES } from '../../web/ui/texts/catalogue.ts'
import { json, Refused } from '../terminal/command.ts'
import { command } from './command.ts'

const isBuiltIn = (locale: string): boolean => (LOCALES as readonly string[]).includes(locale)

export const textsCheckCommand = command('texts check', async (args, terminal) => {
  const wanted = args.atMostOne('language')
  const { configuration } = readEnvironment(terminal.env)
  const { texts } = configuration.ui
  const languages = texts === undefined ? [] : await readHostTexts(texts)
  const locales = new Set([...LOCALES, ...languages.map(({ locale }) => locale)])
  if (wanted !== undefined && !locales.has(wanted))
    throw new Refused(`there are no texts for ${wanted}: put ${wanted}.json in the folder that PORTICO_TEXTS specifies`)
  const reports = [...locales]
    .filter((locale) => wanted === undefined || locale === wanted)
    .map((locale) => reportOn(locale, languages))
  terminal.out(args.flag('json') ? json({ languages: reports }) : reports.map(textOf).join('\n'))
  return reports.some(({ missing, issues }) => missing > 0 || issues.some(({ code }) => code !== 'missing')) ? 1 : 0
})

function reportOn(locale: string, languages: readonly HostLanguage[]) {
  const language = languages.find((one) => one.locale === locale)
  const builtIn = isBuiltIn(locale)
  // If a file for a built-in language omits a message, the built-in message is used.
  const issues = language?.issues.filter(({ code }) => code !== 'missing' || !builtIn) ?? []
  const missing = issues.filter(({ code }) => code === 'missing')
  const inPanel = missing.filter(({ inPanel }) => inPanel).length
  return {
    locale,
    builtIn,
    file: language?.file,
    /** Number of missing messages on pages for users. */
    missing: missing.length - inPanel,
    /** Number of missing messages in the panel, which falls back to English. */
    missingInPanel: inPanel,
    issues,
  }
}

function textOf(report: ReturnType<typeof reportOn>): string {
  const { locale, builtIn, file, missing, missingInPanel, issues } = report
  const panel = builtIn ? hasPanel(locale) : missingInPanel === 0
  // Missing panel messages are not listed, because a language may cover only the pages for users.
  const wrong = issues.filter(({ code }) => code !== 'missing')
  const lacking = issues.filter(({ code, inPanel }) => code === 'missing' && !inPanel)
  return [
    `${locale}  ${builtIn ? 'built in' : 'from a file'}${file === undefined ? '' : `, ${file}`}`,
    `    for users: ${missing === 0 ? 'complete' : `${missing} texts are missing and shown in English`}`,
    `    panel: ${panel ? 'complete' : missingInPanel === 0 ? 'in English' : `${missingInPanel} texts are missing and shown in English`}`,
    ...[...wrong, ...lacking].map(({ path, code, detail }) => `    ${path}: ${code}: ${detail}`),
  ].join('\n')
}
