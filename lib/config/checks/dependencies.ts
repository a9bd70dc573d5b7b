import { isPlainObject, memberAt, objectAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

/** @param parts undefined when the host passes none */
export function checkDependencies(
  data: unknown,
  {
    directory,
    mailer,
  }: { readonly directory: { readonly forIdentity?: unknown } | undefined; readonly mailer: unknown },
): readonly ConfigIssue[] {
  const issues: ConfigIssue[] = []
  const login = objectAt(data, 'login')
  const hasSender = mailer !== undefined || memberAt(objectAt(data, 'mail'), 'url') !== undefined
  if (memberAt(login, 'mailCode') === true && !hasSender)
    issues.push(configIssue('E1006', 'login.mailCode', 'false, or a mail server (mail.url, mail.from) besides', 'true'))
  if (directory === undefined) return issues
  const upstreams = memberAt(login, 'upstreams')
  if (directory.forIdentity === undefined && Array.isArray(upstreams) && upstreams.length > 0)
    issues.push(
      configIssue(
        'E1006',
        'login.upstreams',
        'a directory that has forIdentity, or the one that comes with the service',
        'a directory without it',
      ),
    )
  if (isPlainObject(memberAt(data, 'ldap')))
    issues.push(configIssue('E1006', 'ldap', 'the directory that comes with the service', 'a directory of your own'))
  return issues
}
