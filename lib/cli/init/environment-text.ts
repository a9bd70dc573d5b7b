import { CONFIGURATION_SCHEMA } from '../../config/schema/configuration-schema.ts'
import DEPLOYMENT_SCHEMA from '../../config/schema/deployment-schema.json' with { type: 'json' }
import { type Setting, settingsOf } from '../../config/schema/setting-schema.ts'

const WIDTH = 100

/** A `.env` file that describes every variable. Variables in `given` are set; all others are commented out. */
export function environmentText(given: Readonly<Record<string, string>>): string {
  const settings = [...settingsOf(DEPLOYMENT_SCHEMA), ...settingsOf(CONFIGURATION_SCHEMA)].filter(
    ({ schema }) => schema.env !== undefined && schema.env !== 'PORTICO_CONFIG',
  )
  return [
    ...wrapped(
      'Variables for the service. Variables set in its environment take precedence. You can also set any variable as NAME_FILE, the path of a file that contains the value.',
    ),
    '',
    ...settings.flatMap((setting) => [...linesOf(setting, given), '']),
  ].join('\n')
}

function linesOf({ schema }: Setting, given: Readonly<Record<string, string>>): readonly string[] {
  const { env: name = '', description = '', examples: [example] = [], default: usual, absent, writeOnly } = schema
  const value = given[name]
  const otherwise = usual ?? absent
  const about = otherwise === undefined || value !== undefined ? description : `${description} Default: ${otherwise}.`
  return [
    ...wrapped(about),
    value === undefined ? `#${name}=${writeOnly === true ? '' : String(example ?? usual ?? '')}` : `${name}=${value}`,
  ]
}

/** Formats the text as comment lines that fit in a terminal. */
function wrapped(text: string): readonly string[] {
  const lines: string[] = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`
    if (line.length <= WIDTH) lines[lines.length - 1] = line
    else lines.push(`# ${word}`)
  }
  return lines
}
