import { type DirectoryStep, sharedNames, testDirectory } from '../../../adapters/ldap/index.ts'
import { type Finding, type FindingCode, finding } from '../../../policies/findings.ts'
import { directoryIssues } from '../../compose/directory.ts'
import type { Configuration } from '../../config/configuration.ts'
import { settingFindings } from './settings.ts'

const CODES: Readonly<Partial<Record<DirectoryStep['step'], FindingCode>>> = {
  connect: 'directory-unreachable',
  tls: 'directory-tls',
  bind: 'directory-credentials',
}

export const failedStep = ({ step, detail }: DirectoryStep): Finding =>
  finding(CODES[step] ?? 'directory-search', `${step}: ${detail}`)

/** Checks whether each LDAP server accepts searches and finds users, without trying any user's password. */
export async function lookAtDirectory({ ldap }: Configuration): Promise<readonly Finding[]> {
  if (ldap === undefined) return []
  const findings: Finding[] = []
  let isAsked = false
  try {
    for await (const step of testDirectory(ldap)) {
      if (step.outcome === 'failed') findings.push(failedStep(step))
      else if (step.step === 'groups' || step.step === 'active') isAsked = true
    }
  } catch (error) {
    return settingFindings({ issues: await directoryIssues(error) })
  }
  const shared = isAsked && findings.every(({ code }) => code !== 'directory-search') ? await sharedNames(ldap) : 0
  if (shared > 0) findings.push(finding('directory-shared-names', `usernames that match several entries: ${shared}`))
  return findings
}
