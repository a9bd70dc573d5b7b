import { type Finding, finding } from '../../../policies/findings.ts'
import { lookAtDirectory } from '../doctor/directory.ts'
import { lookAtFiles } from '../doctor/files.ts'
import { lookAtMail } from '../doctor/mail.ts'
import { lookFromOutside, outsideAt } from '../doctor/outside/outside.ts'
import { lookAtLocalPictures } from '../doctor/outside/pictures.ts'
import { exitCodeOf, type Inspection, jsonOf, type Note, textOf } from '../doctor/report.ts'
import { lookAtSettings, readSubject } from '../doctor/settings.ts'
import { lookAtStore } from '../doctor/store.ts'
import { lookAtUpstreams } from '../doctor/upstreams.ts'
import { command } from './command.ts'

export const doctorCommand = command('doctor', async (args, terminal) => {
  const address = args.atMostOne('address')
  const caFile = args.text('ca')
  const inspections: Inspection[] = []
  const look = async (
    group: string,
    work: (note: Note) => readonly Finding[] | Promise<readonly Finding[]>,
  ): Promise<void> => {
    terminal.status?.(`checking ${group} …`)
    const notes: string[] = []
    const found = async (): Promise<readonly Finding[]> => work((text) => notes.push(text))
    const findings = await found().catch((error: Error) => [
      finding('not-looked-at', `${group}: ${error.name}: ${error.message}`),
    ])
    inspections.push({ group, findings, notes })
  }
  const printReport = (): ReturnType<typeof exitCodeOf> => {
    terminal.status?.('')
    terminal.out(args.flag('json') ? jsonOf(inspections) : textOf(inspections))
    return exitCodeOf(inspections)
  }

  const subject = await readSubject(terminal)
  if (!('configuration' in subject)) {
    inspections.push({ group: 'settings', findings: subject, notes: [] })
    return printReport()
  }
  const { configuration } = subject
  const outside =
    args.flag('url') || address !== undefined ? outsideAt(address ?? configuration.baseUrl, caFile) : undefined
  await look('settings', async () => [...lookAtSettings(subject), ...(await lookAtLocalPictures(configuration))])
  await look('files', () => lookAtFiles(subject, terminal.env, process.cwd()))
  await look('store', (note) => lookAtStore(subject, note, Date.now))
  if (configuration.mail.url !== undefined) await look('mail', () => lookAtMail(configuration))
  if (configuration.login.upstreams.length > 0)
    await look('connectors', (note) => lookAtUpstreams(configuration, note, Date.now))
  if (configuration.ldap !== undefined) await look('directory', () => lookAtDirectory(configuration))
  if (outside !== undefined) await look(outside.address, (note) => lookFromOutside(outside, subject, note, Date.now))
  return printReport()
})
